// A position as text and as a picture, each changing the other; to play from, to analyse, to show.

import { useEffect, useMemo, useState } from "preact/hooks";
import { BoardView } from "../board/Board";
import { Panels } from "../board/Panels";
import { Copy, positionAddress } from "../game/Share";
import { beginAt, catalogue, create, pictureOf } from "../lib/api";
import { stoneColours } from "../lib/paint";
import { readRows, withCell } from "../lib/rows";
import type { Board, Game, Scene } from "../lib/types";

/** A pause in typing asks for the picture. */
const PAUSE_MS = 200;

interface Props {
  game: string;
  variant?: string;
  position?: string;
}

export function Editor({ game, variant: given, position }: Props) {
  const [known, setKnown] = useState<Game>();
  const [variant, setVariant] = useState(given);
  const [text, setText] = useState(position ?? "");
  const [seen, setSeen] = useState<{ board: Board; scene: Scene; of: string }>();
  const [start, setStart] = useState("");
  const [trouble, setTrouble] = useState("");
  const [brush, setBrush] = useState<string>();

  useEffect(() => {
    catalogue().then(
      (all) => setKnown(all.games.find((known) => known.name === game)),
      (failure: Error) => setTrouble(failure.message),
    );
  }, [game]);
  const usual = variant ?? known?.variants[0]?.name;
  useEffect(() => {
    if (!usual) return;
    pictureOf(game, usual, "").then((found) => {
      setStart(found.position);
      setText((old) => old || found.position);
    }, () => {});
  }, [game, usual]);
  useEffect(() => {
    if (!usual || !text.trim()) return;
    let stale = false;
    const ask = () =>
      pictureOf(game, usual, text.trim()).then(
        (found) => {
          if (stale) return;
          setSeen({ board: found.board, scene: found.scene, of: text.trim() });
          setTrouble("");
        },
        (failure: Error) => !stale && setTrouble(failure.message),
      );
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [game, usual, text]);

  const cells = seen?.board.cells.length ?? 0;
  const rows = useMemo(() => readRows(text, cells), [text, cells]);
  // What may be put on a cell: whatever stands at the start or here.
  const palette = useMemo(() => {
    const all = [...(readRows(start, cells)?.cells ?? []), ...(rows?.cells ?? [])];
    return [...new Set(all.filter((what) => what))].sort((a, b) => a.localeCompare(b));
  }, [start, rows, cells]);

  if (!known || !usual) return <p class="faint centred">{trouble || "…"}</p>;
  const names = known.variants.find((known) => known.name === usual)?.names ?? [];
  const paint = (cell: number) => rows && brush !== undefined && setText(withCell(rows, cell, brush));
  const go = (promise: Promise<string>) =>
    promise.then((id) => void (location.hash = `#/game/${id}`), (failure: Error) => setTrouble(failure.message));
  const fits = seen?.of === text.trim() && !trouble;
  return (
    <div class="editor" style={stoneColours(names)}>
      <div>
        <a class="back" href={`#/play/${game}`}>
          ← {known.title}
        </a>
        <h1>Set up a position</h1>
        {known.variants.length > 1 && (
          <label>
            Board{" "}
            <select
              value={usual}
              onChange={(event) => {
                setVariant(event.currentTarget.value);
                setText("");
              }}
            >
              {known.variants.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <textarea
          rows={4}
          value={text}
          spellcheck={false}
          id="edit-position"
          aria-label="Position"
          aria-invalid={!!trouble}
          aria-describedby="edit-trouble"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p class="faint">{known.notation}</p>
        <p class="trouble" role="status" id="edit-trouble">
          {trouble}
        </p>
        {rows && (
          <div class="palette" role="group" aria-label="What a click on a cell puts there">
            {palette.map((what) => (
              <button key={what} type="button" data-brush={what} aria-pressed={brush === what} onClick={() => setBrush(what)}>
                {what}
              </button>
            ))}
            <button type="button" data-brush="" aria-pressed={brush === ""} onClick={() => setBrush("")}>
              nothing
            </button>
          </div>
        )}
        <div class="group">
          <button type="button" class="primary" id="edit-play" disabled={!fits} onClick={() => go(beginAt(game, { variant: usual, position: text.trim() }))}>
            Study it
          </button>
          <button
            type="button"
            disabled={!fits || names.length !== 2}
            onClick={() => go(create({ game, variant: usual, position: text.trim(), seats: ["person", "4"] }))}
          >
            Play it against level 4
          </button>
          <Copy id="edit-share" text={positionAddress(game, usual, text.trim())}>
            Copy a link
          </Copy>
          <button type="button" onClick={() => setText(start)}>
            The start
          </button>
        </div>
      </div>
      <div>
        {seen && cells > 0 && (
          <div class="board-frame" style={{ "--ratio": seen.board.width / seen.board.height }}>
            <BoardView
              board={seen.board}
              scene={seen.scene}
              targets={new Set(rows && brush !== undefined ? seen.board.cells.keys() : [])}
              chosen={[]}
              last={[]}
              heat={new Map()}
              zones={false}
              arrows={[]}
              onArrow={() => {}}
              onCell={paint}
              label={`${known.title} board`}
            />
          </div>
        )}
        {seen && cells === 0 && <Panels panels={seen.scene.panels} targets={new Set()} chosen={[]} />}
      </div>
    </div>
  );
}
