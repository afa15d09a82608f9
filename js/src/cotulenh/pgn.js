// Whole games as text.

export const SEVEN_TAG_ROSTER = Object.freeze({
  Event: "?", Site: "?", Date: "????.??.??", Round: "?", Red: "?", Blue: "?", Result: "*",
});

/** Today as a tag has it. */
export function today(now = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}

/** A comment with what was left on a clock: a text as it is, a number as seconds. */
export function clocked(left, comment) {
  const two = (number) => String(number).padStart(2, "0");
  const text = typeof left === "number"
    ? `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(Math.floor(left % 60))}` : String(left);
  return `[%clk ${text}]${comment ? ` ${comment}` : ""}`;
}

const quoted = (value) => String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replace(/[\r\n]/g, " ");

/** @param turns [{ color, number, san, comment }] */
export function writePgn({ headers, turns, opening, result, newline = "\n", maxWidth = 0 }) {
  const tags = Object.entries(headers).map(([name, value]) => `[${name} "${quoted(value)}"]`);
  const words = opening ? [`{${opening}}`] : [];
  let numbered = false;
  for (const { color, number, san, comment } of turns) {
    if (color === "r") words.push(`${number}.`);
    else if (!numbered) words.push(`${number}...`);
    numbered = !comment;
    words.push(san);
    if (comment) words.push(`{${comment.replaceAll("}", ")")}}`);
  }
  words.push(result);
  return [...tags, "", wrapped(words, maxWidth, newline)].join(newline);
}

function wrapped(words, width, newline) {
  if (!width) return words.join(" ");
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(newline);
}

/** Tags, the comment before the first turn, and turns with theirs. */
export function readPgn(text) {
  const headers = {};
  const body = text.replace(/^\s*\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]\s*$/gm, (_, name, value) => {
    headers[name] = value.replace(/\\(.)/g, "$1");
    return "";
  });
  const turns = [];
  let opening = "";
  let result = null;
  for (const [word] of body.matchAll(/\{[^}]*\}|;[^\n]*|[^\s{};]+/g)) {
    if (word[0] === "{" || word[0] === ";") {
      const comment = word.replace(/^[{;]|\}$/g, "").trim();
      if (turns.length > 0) turns.at(-1).comment = comment;
      else opening = comment;
    } else if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) result = word;
    else {
      const san = word.replace(/^\d+\.+/, "").replace(/[!?]+$/, "");
      if (san !== "" && !/^\d+$/.test(san) && san[0] !== "$") turns.push({ san });
    }
  }
  return { headers, opening, turns, result };
}
