// A game as it lives on the server: loaded, followed, asked for again after a
// break.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiFailure, gameCalls, openLive, type GameCalls } from "../lib/api";
import type { Live as Connection } from "../lib/table";
import type { Analysis, Board, Node, State } from "../lib/types";

export interface Live {
  calls: GameCalls;
  board?: Board;
  state?: State;
  /** Every position of the tree. */
  nodes: Node[];
  analysis?: Analysis;
  /** Why the last wish was not granted. */
  trouble: string;
  gone: boolean;
  connected: boolean;
  /** Look at a position for oneself; nobody else notices. None: follow the game. */
  look: (node: number | undefined) => void;
  /** Ask for something; trouble is shown, the new state taken over. */
  wish: (promise: Promise<State | void>) => Promise<void>;
}

const AGAIN_MS = 1000;

export function useGame(id: string): Live {
  const calls = useMemo(() => gameCalls(id), [id]);
  const [board, setBoard] = useState<Board>();
  const [state, setState] = useState<State>();
  const [nodes, setNodes] = useState<Node[]>([]);
  const [analysis, setAnalysis] = useState<Analysis>();
  const [trouble, setTrouble] = useState("");
  const [gone, setGone] = useState(false);
  const [connected, setConnected] = useState(false);
  const live = useRef<Connection | undefined>(undefined);
  const looking = useRef<number | undefined>(undefined);
  const latest = useRef<{ version: number; epoch: number; head: number; nodes: Node[] }>({
    version: 0,
    epoch: 0,
    head: 0,
    nodes: [],
  });

  const fail = (failure: unknown) => {
    if (failure instanceof ApiFailure && failure.code === "no_game") setGone(true);
    setTrouble(failure instanceof Error ? failure.message : `${failure}`);
  };

  const take = (news: State) => {
    const old = latest.current;
    if (news.version < old.version) return;
    const whole = news.first === 0;
    const fits = news.epoch === old.epoch && news.first <= old.nodes.length;
    if (!whole && !fits) {
      calls.state().then(take, fail);
      return;
    }
    const all = whole ? news.nodes : [...old.nodes.slice(0, news.first), ...news.nodes];
    // Another start may be another board.
    if (old.epoch !== 0 && old.epoch !== news.epoch) calls.board().then(setBoard, fail);
    // Values and grades of older positions come with the whole.
    if (!whole && news.grading && news.grading.done === news.grading.all) calls.state().then(take, fail);
    latest.current = { version: news.version, epoch: news.epoch, head: news.head, nodes: all };
    setNodes(all);
    setState(news);
  };

  useEffect(() => {
    let socket: Connection | undefined;
    let ended = false;
    let timer = 0;
    calls.board().then(setBoard, fail);
    calls.state().then(take, fail);
    const connect = () => {
      socket = openLive(id, looking.current);
      live.current = socket;
      socket.onopen = () => setConnected(true);
      socket.onmessage = (event) => {
        const message = JSON.parse(event.data as string) as State | Analysis;
        if (message.type === "state") take(message);
        else setAnalysis(message);
      };
      socket.onclose = (event) => {
        setConnected(false);
        if (event.code === 4404) setGone(true);
        else if (!ended) timer = window.setTimeout(again, AGAIN_MS);
      };
    };
    // A server that was started again may not know the game any more, which a socket
    // cannot say; and if it does, the game may have gone on.
    const again = async () => {
      try {
        take(await calls.state());
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.code === "no_game") return fail(failure);
      }
      if (!ended) connect();
    };
    connect();
    return () => {
      ended = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [id]);

  const look = (node: number | undefined) => {
    looking.current = node === latest.current.head ? undefined : node;
    const place = looking.current === undefined ? {} : { node: looking.current };
    if (live.current?.readyState === WebSocket.OPEN) live.current.send(JSON.stringify({ look: place }));
    const asked = looking.current === undefined ? calls.state() : calls.look(looking.current);
    asked.then(take, fail);
  };

  const wish = async (promise: Promise<State | void>) => {
    setTrouble("");
    try {
      const news = await promise;
      if (news) take(news);
    } catch (failure) {
      fail(failure);
      calls.state().then(take, () => {});
    }
  };

  return { calls, board, state, nodes, analysis, trouble, gone, connected, look, wish };
}
