// Why a text is no position, in the shape that the original's callers know.

const CODES = {
  letter: "FEN_INVALID_PIECE", count: "FEN_INVALID_FILE_COUNT", width: "FEN_INVALID_FILE_COUNT", plus: "FEN_INVALID_FORMAT",
  fields: "FEN_INVALID_FORMAT", ranks: "FEN_INVALID_RANK_COUNT", parentheses: "FEN_MISMATCH_PARENTHESES",
  side: "FEN_INVALID_TURN", dash: "FEN_INVALID_FORMAT", clock: "FEN_INVALID_HALF_MOVES", number: "FEN_INVALID_MOVE_NUMBER",
  stack: "FEN_INVALID_COMBINATION", terrain: "FEN_INVALID_TERRAIN", commanders: "FEN_INVALID_COMMANDERS", session: "FEN_INVALID_FORMAT",
};

/** Where in the text a mark stands: { rank, context }, ranks counted from 1 at the bottom. */
function located({ reason, about }, fen) {
  const ranks = fen.split(" ", 1)[0].split("/");
  if (reason === "width") return { rank: about[0], context: ranks[ranks.length - about[0]] };
  if (reason === "stack" || reason === "terrain") return { rank: Number(about.slice(1)), square: about };
  if (typeof about !== "string" || !["letter", "count", "plus"].includes(reason)) return undefined;
  const place = ranks.findIndex((rank) => rank.includes(about));
  return place < 0 ? undefined : { rank: ranks.length - place, context: about };
}

/** The reasons of the rules as the original's errors: { category, code, message, location? }. */
export function fenErrors(fen, reasons) {
  return reasons.map((told) => {
    const { category, reason, message } = told;
    const location = located(told, fen);
    return { category, code: CODES[reason], message, ...(location && { location }) };
  });
}
