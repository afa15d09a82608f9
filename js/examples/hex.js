// Hex on a small board in plain JavaScript: a state changed in place, stones as
// bytes, the winner found by a walk from one edge when the board is full or asked.

/** Rules of Hex on n by n cells for `fromRules`. Moves are numbers of cells. */
export function hexRules(n = 7) {
  const cells = n * n;
  const neighbours = Array.from({ length: cells }, (_, cell) => {
    const [x, y] = [cell % n, Math.floor(cell / n)];
    return [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]]
      .map(([dx, dy]) => [x + dx, y + dy])
      .filter(([a, b]) => a >= 0 && a < n && b >= 0 && b < n)
      .map(([a, b]) => b * n + a);
  });
  const goal = (player, cell) => (player === 0 ? Math.floor(cell / n) === n - 1 : cell % n === n - 1);
  const edge = (player, i) => (player === 0 ? i : i * n);
  const reached = new Uint8Array(cells);
  const stack = new Int32Array(cells);

  /** Whether the stones of a player join its two edges. */
  const joins = (stones, player) => {
    reached.fill(0);
    let height = 0;
    for (let i = 0; i < n; i += 1) {
      const cell = edge(player, i);
      if (stones[cell] === player + 1) {
        reached[cell] = 1;
        stack[height++] = cell;
      }
    }
    while (height > 0) {
      const cell = stack[--height];
      if (goal(player, cell)) return true;
      for (const next of neighbours[cell]) {
        if (reached[next] === 0 && stones[next] === player + 1) {
          reached[next] = 1;
          stack[height++] = next;
        }
      }
    }
    return false;
  };

  return {
    name: `Hex ${n}x${n}`,
    players: 2,
    start: () => ({
      stones: new Uint8Array(cells), next: 0, winner: -1, placed: 0,
    }),
    turn: (state) => (state.winner >= 0 ? "over" : state.next),
    moves: (state) => {
      const free = [];
      if (state.winner >= 0) return free;
      for (let cell = 0; cell < cells; cell += 1) if (state.stones[cell] === 0) free.push(cell);
      return free;
    },
    make: (state, cell) => {
      state.stones[cell] = state.next + 1;
      state.placed += 1;
      // Nobody joins two edges with fewer stones than the board is wide.
      if (state.placed >= 2 * n - 1 && joins(state.stones, state.next)) state.winner = state.next;
      state.next = 1 - state.next;
    },
    unmake: (state, cell) => {
      state.next = 1 - state.next;
      state.winner = -1;
      state.placed -= 1;
      state.stones[cell] = 0;
    },
    clone: (state) => ({ ...state, stones: state.stones.slice() }),
    payoff: (state, player) => (state.winner === player ? 1 : -1),
    moveText: (cell) => `${String.fromCharCode(97 + (cell % n))}${Math.floor(cell / n) + 1}`,
  };
}
