// Which page: the picker, or a game. The address says, so that a reload finds
// the game again.

import { useEffect, useState } from "preact/hooks";
import { GameView } from "./game/GameView";
import { Learn } from "./learn/Learn";
import { readLesson, type LessonPlace } from "./learn/lesson";
import { sitHere } from "./lib/api";
import { openShared, readShared, type Shared } from "./lib/share";
import { isHere } from "./lib/table";
import * as sound from "./lib/sound";
import { Picker } from "./picker/Picker";
import { Editor } from "./study/Editor";
import { Games } from "./study/Games";

interface Where {
  id?: string;
  lesson?: LessonPlace;
  picked?: string;
  learn?: string;
  shared?: Shared;
  games?: boolean;
  edit?: { game: string; variant?: string; position?: string };
}

/** `#/at/GAME/VARIANT?start=…&m=…`: somebody's position; `#/game/ID`, with `?token=` when somebody gave a seat away and `?lesson=` in a lesson. */
function route(): Where {
  const [address = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [kind, name, variant] = address.split("/").map(decodeURIComponent);
  if (kind === "at" && name && variant) return { shared: readShared(name, variant, query) };
  if (kind === "game" && name) {
    const token = new URLSearchParams(query).get("token");
    if (token) {
      sitHere(name, token);
      history.replaceState(null, "", `#/game/${name}`);
    }
    return { id: name, lesson: readLesson(new URLSearchParams(query).get("lesson")) };
  }
  if (kind === "learn" && name) return { learn: name };
  if (kind === "games") return { games: true };
  if (kind === "edit" && name) {
    const asked = new URLSearchParams(query);
    return { edit: { game: name, variant: asked.get("variant") ?? undefined, position: asked.get("position") ?? undefined } };
  }
  return kind === "play" && name ? { picked: name } : {};
}

const THEME = "takeback.theme";

function ThemeButton() {
  const [theme, setTheme] = useState(localStorage.getItem(THEME) ?? "auto");
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem(THEME, theme);
  }, [theme]);
  const order: Record<string, string> = { auto: "light", light: "dark", dark: "auto" };
  const sign: Record<string, string> = { auto: "◐", light: "☀", dark: "☾" };
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => setTheme(order[theme] ?? "auto")}
      aria-label={`Colours: ${theme}. Change.`}
      title={`Colours: ${theme}`}
    >
      {sign[theme]}
    </button>
  );
}

function SoundButton() {
  const [on, setOn] = useState(sound.isOn());
  const toggle = () => {
    sound.setOn(!on);
    setOn(!on);
    sound.knock();
  };
  return (
    <button type="button" class="quiet" id="sound" onClick={toggle} aria-pressed={on} aria-label="Sound" title={`Sound: ${on ? "on" : "off"}`}>
      {on ? "♪" : "♪̸"}
    </button>
  );
}

/** Somebody's position becomes a game of one's own. */
function Arrival({ shared }: { shared: Shared }) {
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    openShared(shared).then(
      (id) => location.replace(`#/game/${id}`),
      (failure: Error) => setTrouble(failure.message),
    );
  }, [shared]);
  return trouble ? <p class="trouble centred">{trouble}</p> : <p class="faint centred">…</p>;
}

export function App() {
  const [where, setWhere] = useState(route);
  useEffect(() => {
    const follow = () => setWhere(route());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return (
    <>
      <a class="skip" href="#main">
        To the board
      </a>
      <header class="top">
        <a class="brand" href="#/" aria-label="takeback: choose a game">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M12 8 6 14l6 6M7 14h11a6 6 0 0 1 0 12h-5" />
          </svg>
          takeback
        </a>
        <nav>
          <a href="#/">Play</a>
          <a href="#/games">Games</a>
          {!isHere && <a href="/api.html">API</a>}
          <SoundButton />
          <ThemeButton />
        </nav>
      </header>
      <main id="main">
        {where.id ? (
          <GameView key={where.id} id={where.id} lesson={where.lesson} />
        ) : where.shared ? (
          <Arrival shared={where.shared} />
        ) : where.games ? (
          <Games />
        ) : where.edit ? (
          <Editor key={location.hash} {...where.edit} />
        ) : where.learn ? (
          <Learn key={where.learn} game={where.learn} />
        ) : (
          <Picker picked={where.picked} />
        )}
      </main>
    </>
  );
}
