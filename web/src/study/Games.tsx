// Games to come back to: one's own, and those that everybody may look at.

import { useEffect, useState } from "preact/hooks";
import { archive, catalogue, yourGames, type ArchiveSearch } from "../lib/api";
import type { Catalogue, Listed } from "../lib/types";
import { levelOf } from "../picker/SeatSelect";

export function calledSo(player: string): string {
  const level = levelOf(player);
  if (/^\d+$/.test(level)) return `level ${level}`;
  return player;
}

function result(game: Listed): string {
  if (!game.result) return `${game.moves} moves so far`;
  const best = Math.max(...game.result);
  const winners = game.result.flatMap((share, i) => (share === best ? [calledSo(game.players[i]!)] : []));
  const how = game.why === "resigned" ? ", by resignation" : game.why === "time" ? ", on time" : "";
  if (winners.length !== 1) return game.why === "agreed" ? "a draw, agreed" : "a draw";
  return `${winners[0]} won${how}`;
}

function List({ games, all }: { games: Listed[]; all: Catalogue | undefined }) {
  const title = (name: string) => all?.games.find((game) => game.name === name)?.title ?? name;
  return (
    <ul class="game-list">
      {games.map((game) => (
        <li key={game.id}>
          <a href={`#/game/${game.id}`} data-listed={game.id}>
            <b>{title(game.game)}</b> <span class="faint">{game.variant}</span>
            <span class="who-played">{game.players.map(calledSo).join(" – ")}</span>
            <span>{result(game)}</span>
            <time class="faint" dateTime={new Date(game.changed * 1000).toISOString()}>
              {new Date(game.changed * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Games() {
  const [all, setAll] = useState<Catalogue>();
  const [own, setOwn] = useState<Listed[]>();
  const [found, setFound] = useState<Listed[]>();
  const [search, setSearch] = useState<ArchiveSearch>({});
  const [more, setMore] = useState(false);
  const [trouble, setTrouble] = useState("");
  const fail = (failure: Error) => setTrouble(failure.message);
  useEffect(() => {
    catalogue().then(setAll, fail);
    yourGames().then(setOwn, fail);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      archive(search).then((games) => {
        setFound(games);
        setMore(games.length >= PAGE);
      }, fail);
    }, 150);
    return () => clearTimeout(timer);
  }, [search]);
  const further = () => {
    const last = found?.[found.length - 1];
    if (!last) return;
    archive({ ...search, before: last.changed }).then((games) => {
      setFound([...found!, ...games]);
      setMore(games.length >= PAGE);
    }, fail);
  };
  const look = (change: ArchiveSearch) => setSearch({ ...search, ...change });
  return (
    <div class="archive">
      <section>
        <h1>Your games</h1>
        {own && own.length === 0 && <p class="faint">Games that you begin or join in this browser are listed here.</p>}
        {own && <List games={own} all={all} />}
      </section>
      <section>
        <h2>Archive</h2>
        <p class="faint">Games that are over and that their players let everybody see.</p>
        <form class="search" role="search" onSubmit={(event) => event.preventDefault()}>
          <label>
            Game
            <select id="search-game" onChange={(event) => look({ game: event.currentTarget.value })}>
              <option value="">all</option>
              {all?.games.filter((game) => !game.yardstick).map((game) => (
                <option key={game.name} value={game.name}>
                  {game.title}
                </option>
              ))}
            </select>
          </label>
          <label>
            Player or engine
            <input type="text" id="search-player" onInput={(event) => look({ player: event.currentTarget.value })} />
          </label>
          <label>
            Result
            <select id="search-result" onChange={(event) => look({ result: event.currentTarget.value })}>
              <option value="">all</option>
              <option value="0">first player won</option>
              <option value="1">second player won</option>
              <option value="draw">draw</option>
            </select>
          </label>
        </form>
        {found && found.length === 0 && <p class="faint">Nothing was found.</p>}
        {found && <List games={found} all={all} />}
        {more && (
          <button type="button" onClick={further}>
            Older games
          </button>
        )}
      </section>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

/** As many as the archive gives at once. */
const PAGE = 30;
