// Choose a game, a variant and who plays.

import { useEffect, useState } from "preact/hooks";
import { Panels } from "../board/Panels";
import { Still } from "../board/Still";
import { catalogue, create, importGame, load, preview } from "../lib/api";
import { ownName, setOwnName } from "../lib/name";
import { playerColour, stoneColours } from "../lib/paint";
import type { Board, Catalogue, Game, Pace, Scene, Variant } from "../lib/types";
import { SeatSelect } from "./SeatSelect";

export function Picker({ picked }: { picked?: string }) {
  const [all, setAll] = useState<Catalogue>();
  const [trouble, setTrouble] = useState("");
  const [refused, setRefused] = useState("");
  const [open, setOpen] = useState(false);
  useEffect(() => {
    catalogue().then(setAll, (failure: Error) => setTrouble(failure.message));
  }, []);
  const game = all?.games.find((game) => game.name === picked);
  if (trouble) return <p class="trouble">{trouble}</p>;
  if (!all) return <p class="faint centred">…</p>;
  if (game) return <Setup key={game.name} game={game} catalogue={all} />;
  return (
    <div class="picker">
      <div class="hero">
        <h1>Choose a game</h1>
        <p>
          Play people or engines, look at what the engine thinks, and take back as many moves as you like:
          every one of them is taken back exactly.
        </p>
      </div>
      <Cards games={all.games.filter((game) => !game.yardstick)} />
      {all.games.some((game) => game.yardstick) && (
        <details class="developers" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>For developers: the same games by other means, to measure against</summary>
          {open && <Cards games={all.games.filter((game) => game.yardstick)} />}
        </details>
      )}
      <LoadButton onTrouble={setRefused} />
      {refused && (
        <p class="trouble" role="alert" id="refused">
          {refused}
        </p>
      )}
    </div>
  );
}

function Cards({ games }: { games: Game[] }) {
  return (
    <ul class="games">
      {games.map((game) => (
        <li key={game.name}>
          <a class="game-card" href={`#/play/${game.name}`} data-game={game.name}>
            <Preview game={game} />
            <h2>{game.title}</h2>
            <p>{game.about}</p>
            <span class="players">{playersOf(game)}</span>
          </a>
          {game.guide && (
            <a class="learn-link" href={`#/learn/${game.name}`} data-learn={game.name}>
              Learn {game.title}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function Preview({ game }: { game: Game }) {
  const [seen, setSeen] = useState<{ board: Board; scene: Scene }>();
  useEffect(() => void preview(game.name).then(setSeen, () => {}), [game.name]);
  const names = game.variants[0]?.names ?? [];
  return (
    <div class="preview" style={stoneColours(names)} aria-hidden="true">
      {seen && seen.board.cells.length > 0 && <Still {...seen} />}
      {seen && seen.board.cells.length === 0 && <Panels panels={seen.scene.panels} targets={new Set()} chosen={[]} />}
    </div>
  );
}

/** What people play of it; all of what is there to be measured only. */
const forPlayers = (game: Game) => game.variants.filter((variant) => game.yardstick || !variant.yardstick);

function playersOf(game: Game): string {
  const variants = forPlayers(game);
  const counts = variants.map((variant) => variant.players);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const players = least === most ? `${least}` : `${least}–${most}`;
  const boards = variants.length === 1 ? "" : ` · ${variants.length} variants`;
  return `${players} ${most === 1 ? "player" : "players"}${boards}`;
}

function LoadButton({ onTrouble }: { onTrouble: (text: string) => void }) {
  const onChange = async (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) return;
    try {
      location.hash = `#/game/${await load(file)}`;
    } catch (failure) {
      onTrouble((failure as Error).message);
      // The same file may be mended and chosen again.
      input.value = "";
    }
  };
  return (
    <label class="button quiet load">
      Load a saved game
      <input type="file" accept=".json,application/json" onChange={onChange} class="hidden-input" />
    </label>
  );
}

const MINUTE = 60_000;

/** Times that people know. */
const PACES: [string, Pace | undefined][] = [
  ["no clock", undefined],
  ["3 minutes, 2 seconds a turn", { game: { start_ms: 3 * MINUTE, add_ms: 2000 } }],
  ["10 minutes", { game: { start_ms: 10 * MINUTE, add_ms: 0 } }],
  ["15 minutes, 10 seconds a turn", { game: { start_ms: 15 * MINUTE, add_ms: 10_000 } }],
  ["30 minutes, 20 seconds a turn", { game: { start_ms: 30 * MINUTE, add_ms: 20_000 } }],
  ["30 seconds for each turn", { turn: { each_ms: MINUTE / 2 } }],
  ["a day for each turn", { turn: { each_ms: 24 * 60 * MINUTE } }],
];

function Setup({ game, catalogue }: { game: Game; catalogue: Catalogue }) {
  const [variantName, setVariant] = useState(game.variants[0]!.name);
  const variant = game.variants.find((variant) => variant.name === variantName)!;
  const usual = (players: number) =>
    Array.from({ length: players }, (_, i) => (i === 0 || variant.levels.length === 0 ? "person" : "4"));
  const [seats, setSeats] = useState<string[]>(usual(variant.players));
  const [position, setPosition] = useState("");
  const [pace, setPace] = useState(0);
  const [name, setName] = useState(ownName());
  const [listed, setListed] = useState(true);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const fits = variant.levels.length > 0;
    setSeats((old) =>
      Array.from({ length: variant.players }, (_, i) => (fits ? (old[i] ?? "4") : "person")),
    );
  }, [variantName]);

  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setOwnName(name);
    const enginesOnly = seats.every((seat) => seat !== "person");
    try {
      const id = await create({
        game: game.name,
        variant: variantName,
        seats,
        pause_ms: enginesOnly ? 600 : 0,
        listed,
        ...(PACES[pace]![1] ? { pace: PACES[pace]![1] } : {}),
        ...(name.trim() && !enginesOnly ? { name: name.trim() } : {}),
        ...(position.trim() ? { position: position.trim() } : {}),
      });
      location.hash = `#/game/${id}`;
    } catch (failure) {
      setTrouble((failure as Error).message);
      setBusy(false);
    }
  };

  const bring = async (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) return;
    try {
      location.hash = `#/game/${await importGame(game.name, file)}`;
    } catch (failure) {
      setTrouble((failure as Error).message);
      input.value = "";
    }
  };

  const measured = game.variants.filter((variant) => !forPlayers(game).includes(variant));
  const choice = (variant: Variant) => (
    <label key={variant.name} class="choice">
      <input
        type="radio"
        name="variant"
        value={variant.name}
        checked={variant.name === variantName}
        onChange={() => setVariant(variant.name)}
      />
      <span>
        <b>{variant.name}</b>
        <small>{variant.about}</small>
      </span>
    </label>
  );

  return (
    <form class="setup" onSubmit={start}>
      <a class="back" href="#/">
        ← all games
      </a>
      <h1>{game.title}</h1>
      <p class="lead">
        {game.about}
        {game.guide && (
          <>
            {" "}
            <a href={`#/learn/${game.name}`}>How to play</a>
          </>
        )}
      </p>
      <fieldset>
        <legend>Board</legend>
        <div class="choices">{forPlayers(game).map(choice)}</div>
        {measured.length > 0 && (
          <details class="developers">
            <summary>For developers: the same game by other means</summary>
            <div class="choices">{measured.map(choice)}</div>
          </details>
        )}
      </fieldset>
      <fieldset>
        <legend>Players</legend>
        <div class="seats">
          {seats.slice(0, variant.players).map((who, i) => (
            <div key={i} class="seat-row">
              <span class="dot" style={{ background: playerColour(i) }} aria-hidden="true" />
              <SeatSelect
                name={variant.names[i] ?? `Player ${i + 1}`}
                who={who}
                levels={variant.levels}
                named={catalogue.levels}
                onChange={(who) => setSeats(seats.map((old, k) => (k === i ? who : old)))}
              />
            </div>
          ))}
        </div>
        {variant.levels.length === 0 && <p class="faint">This variant has no engines: people only.</p>}
      </fieldset>
      <fieldset class="row">
        <legend>Time and names</legend>
        <label>
          Clock
          <select id="pace" value={pace} onChange={(event) => setPace(Number(event.currentTarget.value))}>
            {PACES.map(([writing], i) => (
              <option key={i} value={i}>
                {writing}
              </option>
            ))}
          </select>
        </label>
        <label>
          Your name
          <input type="text" id="own-name" maxLength={32} value={name} placeholder="none" onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label class="switch">
          <input type="checkbox" id="listed" checked={listed} onChange={(event) => setListed(event.currentTarget.checked)} />
          show it in the archive when it is over
        </label>
      </fieldset>
      <details>
        <summary>Begin from a position</summary>
        <p class="faint">
          {game.notation} <a href={`#/edit/${game.name}?variant=${encodeURIComponent(variantName)}`}>Set it up on a board</a>
        </p>
        <textarea
          rows={3}
          value={position}
          aria-label="Position"
          placeholder="the usual start"
          onInput={(event) => setPosition(event.currentTarget.value)}
        />
      </details>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="group">
        <button type="submit" class="primary large" disabled={busy} id="start">
          Play
        </button>
        {game.imports && (
          <label class="button quiet">
            Load a recorded game{game.exports ? ` (${game.exports.toUpperCase()})` : ""}
            <input type="file" class="hidden-input" id="import" onChange={bring} />
          </label>
        )}
      </div>
    </form>
  );
}
