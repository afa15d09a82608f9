// A game in the manner of element-based frameworks: a tree of elements changed by
// commands that are logged, a flow of turns, a bot that judges threats.
//
// Three in a row on a board of four by four; a player who has three stones on the
// board moves one instead of placing. What a command did is what takes it back.

class Element {
  constructor(name) {
    this.name = name;
    this.parent = null;
    this.children = [];
  }

  add(child) {
    child.parent = this;
    this.children.push(child);
    return child;
  }
}

class Cell extends Element {
  get stone() { return this.children[0] ?? null; }
}

class Stone extends Element {
  constructor(owner) {
    super("stone");
    this.owner = owner;
  }
}

const SIZE = 4;
const LINES = (() => {
  const lines = [];
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const line = [0, 1, 2].map((i) => [x + i * dx, y + i * dy]);
        if (line.every(([a, b]) => a >= 0 && a < SIZE && b >= 0 && b < SIZE)) lines.push(line.map(([a, b]) => b * SIZE + a));
      }
    }
  }
  return lines;
})();

/** The only way anything changes: an element goes from one parent to another. */
function move(element, to) {
  const from = element.parent;
  const place = from.children.indexOf(element);
  from.children.splice(place, 1);
  to.add(element);
  return { element, from, place };
}

/** Back to the same place among its siblings, not merely to the same parent. */
function moveBack({ element, from, place }) {
  element.parent.children.pop();
  element.parent = from;
  from.children.splice(place, 0, element);
}

function setUp() {
  const root = new Element("table");
  const board = root.add(new Element("board"));
  for (let i = 0; i < SIZE * SIZE; i += 1) board.add(new Cell(`cell ${i}`));
  const hands = [0, 1].map((player) => {
    const hand = root.add(new Element(`hand ${player}`));
    for (let i = 0; i < 3; i += 1) hand.add(new Stone(player));
    return hand;
  });
  return { root, board, hands, current: 0, turns: 0 };
}

const owner = (state, cell) => state.board.children[cell].stone?.owner ?? -1;
const wins = (state, player) => LINES.some((line) => line.every((cell) => owner(state, cell) === player));
const LONGEST = 60;
const isOver = (state) => state.turns >= LONGEST || wins(state, 1 - state.current);

/** Rules for `fromRules`; `forgetful` breaks undo as a careless command would. */
export function gardenRules({ forgetful = false } = {}) {
  return {
    name: "Garden",
    players: 2,
    start: setUp,
    turn: (state) => (isOver(state) ? "over" : state.current),
    moves: (state) => {
      if (isOver(state)) return [];
      const free = state.board.children.map((_, i) => i).filter((cell) => owner(state, cell) === -1);
      if (state.hands[state.current].children.length > 0) return free.map((to) => ({ to }));
      const own = state.board.children.map((_, i) => i).filter((cell) => owner(state, cell) === state.current);
      return own.flatMap((from) => free.map((to) => ({ from, to })));
    },
    make: (state, { from, to }) => {
      const stone = from === undefined ? state.hands[state.current].children.at(-1) : state.board.children[from].stone;
      const undo = move(stone, state.board.children[to]);
      state.current = 1 - state.current;
      state.turns += 1;
      return undo;
    },
    unmake: (state, _, undo) => {
      // The fault that was found in the wild: a counter that undo forgets.
      if (!forgetful) state.turns -= 1;
      state.current = 1 - state.current;
      moveBack(undo);
    },
    payoff: (state, player) => {
      if (wins(state, player)) return 1;
      return wins(state, 1 - player) ? -1 : 0;
    },
    /** Threats: lines with two stones and a free cell. */
    evaluate: (state, player) => {
      let score = 0;
      for (const line of LINES) {
        const counts = [0, 0];
        for (const cell of line) {
          const who = owner(state, cell);
          if (who >= 0) counts[who] += 1;
        }
        if (counts[player] === 2 && counts[1 - player] === 0) score += 100;
        if (counts[1 - player] === 2 && counts[player] === 0) score -= 100;
      }
      return score;
    },
    moveText: ({ from, to }) => (from === undefined ? `${to}` : `${from}-${to}`),
  };
}
