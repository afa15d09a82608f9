//! Looking ahead round by round, on one position.
//!
//! The searcher chooses, then the rivals answer as if they had seen it: a
//! round is worth what its worst answer is worth. That makes of a round a
//! maximum over choices and a minimum over answers, with the usual bounds
//! between them, and the round itself is still played at once, by the rules.

use super::habits::Foresight;
use super::options::Options;
use super::order::Order;
use super::replies::{Columns, Guide, columns};
use takeback_battlesnake::{Battlesnake, Direction, Directions, SnakeEval};
use takeback_core::{Key, Keyed, Player};
use takeback_search::transposition::{Bound, Entry, TranspositionTable};
use takeback_search::{Clock, Stopped};

/// Rounds of the longest line.
pub(super) const MAX_PLY: usize = 96;

/// Searches to so many rounds look at everything in full. What kills within them is
/// known before anything is looked at by less.
const IN_FULL: usize = 6;

/// So near the horizon a round less would leave nothing to search.
const LATE: i32 = 3;

/// Won now; a round later is worth one less.
pub(super) const WIN: i32 = 1_000_000;
/// Won at all.
pub(super) const WON: i32 = WIN - 1000;
/// Beyond every value.
pub(super) const INFINITE: i32 = WIN + 1;

/// One thread's walk. Values are the searcher's.
pub(super) struct Searcher<'a, const W: usize, const S: usize> {
    pub(super) game: Battlesnake<W, S>,
    pub(super) me: Player,
    /// Living snakes at the root: alone there is nobody to draw with.
    pub(super) company: bool,
    /// Whether late choices and answers are asked by a round less first.
    pub(super) late: bool,
    pub(super) eval: SnakeEval,
    pub(super) options: &'a Options,
    pub(super) foresight: &'a Foresight,
    pub(super) table: &'a TranspositionTable,
    pub(super) salt: Key,
    pub(super) order: &'a mut Order,
    pub(super) clock: Clock,
    pub(super) nodes: u64,
    pub(super) horizon: usize,
    pub(super) deepest: usize,
    pub(super) stopped: Option<Stopped>,
    /// The best line below each ply, as joint choices.
    pub(super) lines: Box<[Line]>,
    /// The line below each ply for the choice that is looked at.
    pub(super) drafts: Box<[Line]>,
}

/// Room for one line a ply.
pub(super) fn no_lines() -> Box<[Line]> {
    vec![Line::NONE; MAX_PLY + 1].into_boxed_slice()
}

/// A line of rounds.
#[derive(Copy, Clone)]
pub(super) struct Line {
    rounds: [u32; MAX_PLY],
    len: usize,
}

impl Line {
    const NONE: Line = Line { rounds: [0; MAX_PLY], len: 0 };

    pub(super) fn rounds(&self) -> &[u32] {
        &self.rounds[..self.len]
    }
}

/// The question at a node.
#[derive(Copy, Clone)]
pub(super) struct Visit {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Visit {
    /// After a round, with another window.
    fn below(self, alpha: i32, beta: i32) -> Visit {
        Visit { depth: self.depth - 1, ply: self.ply + 1, alpha, beta }
    }

    /// A round less.
    fn shallower(self) -> Visit {
        Visit { depth: self.depth - 1, ..self }
    }
}

/// What the table says to try first: my choice and, against a single rival, his
/// answer to each of my choices.
///
/// Two bits for my choice, then three for each direction: whether an answer is known,
/// and which.
#[derive(Copy, Clone, Default)]
struct Hint(u16);

impl Hint {
    fn mine(self) -> Direction {
        Direction::from_bits(u32::from(self.0))
    }

    fn with_mine(self, mine: Direction) -> Hint {
        Hint(self.0 & !3 | mine as u16)
    }

    fn reply(self, choice: Direction) -> Option<u32> {
        let known = self.0 >> Hint::place(choice);
        (known & 4 != 0).then_some(u32::from(known & 3))
    }

    fn with_reply(self, choice: Direction, reply: u32) -> Hint {
        let place = Hint::place(choice);
        Hint(self.0 & !(7 << place) | (4 | reply as u16 & 3) << place)
    }

    fn place(choice: Direction) -> u16 {
        2 + 3 * choice as u16
    }
}

impl<const W: usize, const S: usize> Searcher<'_, W, S> {
    /// The value of the position.
    pub(super) fn value(&mut self, ask: Visit) -> i32 {
        self.lines[ask.ply].len = 0;
        if let Some(value) = self.finished(ask.ply) {
            return value;
        }
        if ask.depth <= 0 || ask.ply >= MAX_PLY - 1 {
            return self.judge(ask);
        }
        self.node(ask)
    }

    /// The value of a position where nothing is left to search for.
    #[inline]
    fn finished(&self, ply: usize) -> Option<i32> {
        let living = self.game.living();
        if !living.contains(self.me) {
            let together = self.company && living.is_empty();
            return Some(if together { -self.options.contempt } else { ply as i32 - WIN });
        }
        let over = self.company && living.len() == 1;
        over.then_some(WIN - ply as i32)
    }

    /// Judge; or, where somebody is cornered, look one round further.
    fn judge(&mut self, ask: Visit) -> i32 {
        let judged = self.eval.judge(&self.game, self.me);
        if judged.tense && ask.ply < (self.horizon + self.options.quiet).min(MAX_PLY - 1) {
            return self.node(Visit { depth: 1, ..ask });
        }
        judged.score.clamp(1 - WON, WON - 1)
    }

    /// What tells which answers to look at.
    pub(super) fn guide(&self) -> Guide<'_> {
        Guide { options: self.options, order: self.order, foresight: self.foresight }
    }

    fn node(&mut self, ask: Visit) -> i32 {
        if let Some(why) = self.clock.is_up(self.nodes) {
            self.stopped = Some(why);
        }
        if self.stopped.is_some() {
            return 0;
        }
        self.deepest = self.deepest.max(ask.ply);
        let key = self.game.key() ^ self.salt;
        let entry = self.table.probe(key);
        if let Some(value) = entry.and_then(|entry| settle(entry, ask)) {
            return value;
        }
        let hint = entry.and_then(|entry| entry.best).map(Hint);
        let blocked = self.game.blocked();
        let mine = self.game.prudent_among(self.me, blocked);
        let columns = columns(&self.game, self.me, blocked, ask.depth, self.guide());
        self.rows(key, mine, &columns, hint, ask)
    }

    /// Every choice of mine, best first.
    fn rows(
        &mut self,
        key: Key,
        mine: Directions,
        columns: &Columns,
        hint: Option<Hint>,
        ask: Visit,
    ) -> i32 {
        let head = self.game.head(self.me);
        let (choices, count) = self.sorted(mine, head, hint);
        let (mut best, mut chosen) = (-INFINITE, choices[0]);
        let rival = self.only_rival();
        let mut known = hint.unwrap_or_default();
        let mut alpha = ask.alpha;
        for (at, &choice) in choices[..count].iter().enumerate() {
            let first = rival.and_then(|place| known.reply(choice).map(|reply| reply << place));
            let (value, reply) =
                self.row_in_turn(choice, columns, first, Visit { alpha, ..ask }, at > 0);
            if self.stopped.is_some() {
                return 0;
            }
            if let (Some(place), Some(reply)) = (rival, reply) {
                known = known.with_reply(choice, reply >> place);
            }
            if value > best {
                (best, chosen) = (value, choice);
                self.keep_line(ask.ply, best > alpha && best < ask.beta);
                alpha = alpha.max(best);
                if alpha >= ask.beta {
                    self.order.reward(head, choice, ask.depth);
                    break;
                }
            }
        }
        self.store(key, best, known.with_mine(chosen).0, ask);
        best
    }

    /// Where the choice of a single rival stands in a round.
    fn only_rival(&self) -> Option<u32> {
        let rivals = self.game.living().without(self.me);
        rivals.first().filter(|_| rivals.len() == 1).map(|rival| 2 * u32::from(rival.0))
    }

    fn sorted(&self, mine: Directions, head: u16, hint: Option<Hint>) -> ([Direction; 4], usize) {
        let mut keyed = [(0, Direction::Up); 4];
        let mut count = 0;
        for direction in mine.iter() {
            let first = hint.is_some_and(|h| h.mine() == direction);
            let worth = if first { i32::MAX } else { self.order.mine(head, direction) };
            keyed[count] = (worth, direction);
            count += 1;
        }
        keyed[..count].sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
        (keyed.map(|(_, direction)| direction), count)
    }

    /// Whether what is not tried first is looked at by a round less at this node.
    fn spares(&self, ask: Visit) -> bool {
        self.late && ask.depth >= LATE && self.horizon > IN_FULL
    }

    /// A choice that is late in its order and no better by a round less is left at that.
    fn row_in_turn(
        &mut self,
        choice: Direction,
        columns: &Columns,
        first: Option<u32>,
        ask: Visit,
        late: bool,
    ) -> (i32, Option<u32>) {
        if late && self.spares(ask) {
            let narrow = Visit { beta: ask.alpha + 1, ..ask };
            let found = self.row(choice, columns, first, narrow.shallower());
            if found.0 <= ask.alpha || self.stopped.is_some() {
                return found;
            }
        }
        self.row_in_window(choice, columns, first, ask, late)
    }

    /// A choice after the first is first asked only whether it is better.
    pub(super) fn row_in_window(
        &mut self,
        choice: Direction,
        columns: &Columns,
        first: Option<u32>,
        ask: Visit,
        scout: bool,
    ) -> (i32, Option<u32>) {
        if scout && ask.beta - ask.alpha > 1 {
            let narrow = Visit { beta: ask.alpha + 1, ..ask };
            let found = self.row(choice, columns, first, narrow);
            if found.0 <= ask.alpha || found.0 >= ask.beta || self.stopped.is_some() {
                return found;
            }
        }
        self.row(choice, columns, first, ask)
    }

    /// What one choice is worth: its worst answer.
    fn row(
        &mut self,
        choice: Direction,
        columns: &Columns,
        first: Option<u32>,
        ask: Visit,
    ) -> (i32, Option<u32>) {
        let bits = (choice as u32) << (2 * self.me.0);
        let first = first.or(self.order.killer(ask.ply, choice));
        let (mut worst, mut answer) = (INFINITE, None);
        for reply in columns.starting_with(first) {
            let value = self.cell(bits | reply, ask, worst);
            if self.stopped.is_some() {
                return (0, None);
            }
            if value < worst {
                (worst, answer) = (value, Some(reply));
                self.draft_line(ask.ply, bits | reply, ask.beta - ask.alpha > 1);
                if worst <= ask.alpha {
                    self.remember(choice, reply, ask);
                    break;
                }
            }
        }
        (worst, answer)
    }

    /// The value after a round; answers after the first are only asked whether
    /// they are worse for me.
    fn cell(&mut self, choices: u32, ask: Visit, worst: i32) -> i32 {
        let round = self.game.make_round(choices);
        self.nodes += 1;
        let (alpha, beta) = (ask.alpha, ask.beta.min(worst));
        let mut value;
        if worst < INFINITE && self.spares(ask) {
            value = self.value(ask.below(beta - 1, beta).shallower());
            if value >= beta || self.stopped.is_some() {
                self.game.unmake_round(&round);
                return value;
            }
        }
        if worst < INFINITE && beta - alpha > 1 {
            value = self.value(ask.below(beta - 1, beta));
            if value < beta && value > alpha && self.stopped.is_none() {
                value = self.value(ask.below(alpha, beta));
            }
        } else {
            value = self.value(ask.below(alpha, beta));
        }
        self.game.unmake_round(&round);
        value
    }

    /// An answer refuted my choice: try it earlier next time.
    fn remember(&mut self, choice: Direction, reply: u32, ask: Visit) {
        self.order.refuted(ask.ply, choice, reply);
        let rivals = self.game.living().without(self.me);
        for rival in rivals.iter() {
            let direction = Direction::from_bits(reply >> (2 * rival.0));
            self.order.punish(self.game.head(rival), direction, ask.depth);
        }
    }

    /// Note the line in which the worst answer so far is given. Without a window
    /// nobody will ask for it.
    #[inline]
    fn draft_line(&mut self, ply: usize, choices: u32, wanted: bool) {
        if wanted {
            let rest = &self.lines[ply + 1];
            let draft = &mut self.drafts[ply];
            let len = rest.len.min(MAX_PLY - 1);
            draft.rounds[0] = choices;
            draft.rounds[1..=len].copy_from_slice(&rest.rounds[..len]);
            draft.len = len + 1;
        }
    }

    /// The choice looked at is the best so far: its line is the position's.
    #[inline]
    pub(super) fn keep_line(&mut self, ply: usize, wanted: bool) {
        if wanted {
            let len = self.drafts[ply].len;
            self.lines[ply].rounds[..len].copy_from_slice(&self.drafts[ply].rounds[..len]);
            self.lines[ply].len = len;
        }
    }

    /// The line of the row that was looked at last, at the root.
    pub(super) fn draft(&self) -> &[u32] {
        self.drafts[0].rounds()
    }

    /// The value after one joint choice, in the whole window.
    pub(super) fn after(&mut self, choices: u32, ask: Visit) -> i32 {
        self.cell(choices, ask, INFINITE)
    }

    fn store(&self, key: Key, value: i32, best: u16, ask: Visit) {
        let bound = if value >= ask.beta {
            Bound::Lower
        } else if value <= ask.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let score = counted_from(value, ask.ply as i32);
        let depth = ask.depth.clamp(0, 250) as u8;
        self.table.store(key, Entry { score, bound, depth, best: Some(best) });
    }
}

/// Rounds to a win or loss, counted from `ply` rounds further on.
fn counted_from(value: i32, ply: i32) -> i32 {
    match value {
        WON.. => value + ply,
        v if v <= -WON => v - ply,
        v => v,
    }
}

/// The value that a table entry gives, if it answers the question.
fn settle(entry: Entry, ask: Visit) -> Option<i32> {
    let value = counted_from(entry.score, -(ask.ply as i32));
    let settles = i32::from(entry.depth) >= ask.depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= ask.beta,
            Bound::Upper => value <= ask.alpha,
        };
    settles.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every answer to every choice has a place of its own, and no hint is the
    /// number by which the table says that it has none.
    #[test]
    fn a_hint_keeps_an_answer_to_each_choice() {
        for numbers in 0..625u32 {
            let answers: [Option<u32>; 4] =
                std::array::from_fn(|i| (numbers / 5u32.pow(i as u32) % 5).checked_sub(1));
            for mine in Direction::ALL {
                let mut hint = Hint::default();
                for (choice, answer) in Direction::ALL.into_iter().zip(answers) {
                    if let Some(answer) = answer {
                        hint = hint.with_reply(choice, answer ^ 1).with_reply(choice, answer);
                    }
                }
                hint = hint.with_mine(Direction::Left).with_mine(mine);
                assert_eq!(hint.mine(), mine);
                assert_eq!(Direction::ALL.map(|choice| hint.reply(choice)), answers);
                assert!(hint.0 < u16::MAX);
            }
        }
    }
}
