export { TakebackError } from "./fault.js";
export { gameNames } from "./names.js";
export { Game, load } from "./game.js";
export { State } from "./state.js";
export { Engine, engine } from "./engine.js";
export { fromRules, verify } from "./rules.js";
export { Room, Server, ServerGame, ServerState, connect } from "./server/index.js";
