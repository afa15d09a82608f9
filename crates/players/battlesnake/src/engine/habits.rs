//! What rivals will do, from what they have done.
//!
//! Where every move counts, a search that knows the rivals' moves wins much more than
//! one that fears the worst of each. Many snakes are simple: of the moves that keep
//! the most room they take the first in some order. Which order, and whether there
//! is one at all, shows within a few rounds. So each rival is weighed against every
//! rule of that kind and against none, by what it did since the game was first
//! seen; where the rules that explain it agree, it is taken to do what they say.
//!
//! Only where nobody's tail moves: there no food gives other reasons. And only against
//! several: in a duel fearing the worst loses nothing, and trusting a rule did (of 400
//! against itself without it, 46.9 %).

use takeback_battlesnake::{Battlesnake, Bits, Direction, Directions};
use takeback_core::{Game, Key, Player, Players, mix};

/// How often a rule is kept by who follows it.
const KEPT: f32 = 0.95;

/// How likely it is at first that a rival follows no rule.
const FREE: f32 = 0.5;

/// What is expected with this much confidence is not doubted.
const SURE: f32 = 0.8;

/// What is less likely than this is not expected.
const LIKELY: f32 = 0.5;

/// Orders of the four directions; then those of straight on, left and right.
const FIXED: usize = 24;
const ORDERS: usize = FIXED + 6;

/// Every order among all moves that do not kill at once, and among the roomiest of them.
const RULES: usize = 2 * ORDERS;

/// What a snake is asked: its ways to go, the roomiest of them, and which way it went last.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
struct Question {
    open: Directions,
    roomy: Directions,
    /// A direction's number.
    heading: usize,
}

impl Question {
    fn of<const W: usize, const S: usize>(
        game: &Battlesnake<W, S>,
        seat: Player,
        open: Directions,
        blocked: Bits<W>,
    ) -> Question {
        let (head, board) = (game.head(seat), game.board());
        let neck = game.body(seat).nth(1).unwrap_or(head);
        let came = |d: &Direction| board.step(neck, *d) == head;
        // One that has not moved yet goes nowhere; up will do.
        let heading = Direction::ALL.into_iter().find(came).map_or(0, |d| d as usize);
        Question { open, roomy: game.roomiest(seat, open, blocked), heading }
    }

    /// The moves among which that rule chooses.
    #[inline]
    fn among(&self, rule: usize) -> Directions {
        if rule < ORDERS { self.open } else { self.roomy }
    }
}

/// What each order says: the first direction in it, by heading and set of directions.
#[derive(Clone, Debug)]
struct Sayings(Box<[[[u8; 16]; 4]; ORDERS]>);

/// Left and right of each direction, by number: up, down, left, right.
const LEFT: [usize; 4] = [2, 3, 1, 0];
const RIGHT: [usize; 4] = [3, 2, 0, 1];

impl Default for Sayings {
    fn default() -> Self {
        let mut all = Box::new([[[0; 16]; 4]; ORDERS]);
        for (number, says) in all.iter_mut().enumerate() {
            for (heading, row) in says.iter_mut().enumerate() {
                let order = order(number, heading);
                for (set, word) in row.iter_mut().enumerate() {
                    *word = order.iter().find(|&&d| set >> d & 1 == 1).map_or(0, |&d| d as u8);
                }
            }
        }
        Sayings(all)
    }
}

impl Sayings {
    #[inline]
    fn word(&self, rule: usize, asked: &Question) -> usize {
        usize::from(self.0[rule % ORDERS][asked.heading][asked.among(rule).bits()])
    }
}

/// The directions of an order, first to last.
fn order(number: usize, heading: usize) -> Vec<usize> {
    let (mut left, mut number) = match number.checked_sub(FIXED) {
        None => (vec![0, 1, 2, 3], number),
        Some(turn) => (vec![heading, LEFT[heading], RIGHT[heading]], turn),
    };
    // The number's digits say which of those left comes next.
    let mut order = Vec::with_capacity(4);
    while !left.is_empty() {
        let choices = left.len();
        order.push(left.remove(number % choices));
        number /= choices;
    }
    order
}

/// What is known of one rival.
#[derive(Clone, Debug)]
struct Record {
    /// How likely each rule is to be its own, and how likely it is that none is.
    rules: [f32; RULES],
    free: f32,
    /// Where it was when it was asked last, and what.
    head: u16,
    asked: Question,
}

impl Record {
    fn new() -> Self {
        let each = (1.0 - FREE) / RULES as f32;
        Record { rules: [each; RULES], free: FREE, head: 0, asked: Question::default() }
    }

    /// It went that way when it was asked last. By Bayes' rule.
    fn learn(&mut self, went: Direction, sayings: &Sayings) {
        let ways = self.asked.open.len();
        if ways < 2 {
            return;
        }
        let broken = (1.0 - KEPT) / (ways - 1) as f32;
        for (rule, weight) in self.rules.iter_mut().enumerate() {
            let kept = sayings.word(rule, &self.asked) == went as usize;
            *weight *= if kept { KEPT } else { broken };
        }
        self.free /= ways as f32;
        let total = self.free + self.rules.iter().sum::<f32>();
        self.rules.iter_mut().for_each(|weight| *weight /= total);
        self.free /= total;
    }

    /// What it will do most likely, and how likely that is.
    fn expect(&self, asked: &Question, sayings: &Sayings) -> (Direction, f32) {
        let mut votes = [self.free / asked.open.len().max(1) as f32; 4];
        for (rule, weight) in self.rules.iter().enumerate() {
            votes[sayings.word(rule, asked)] += weight;
        }
        let vote = |d: Direction| votes[d as usize];
        let best = asked.open.iter().max_by(|&a, &b| vote(a).total_cmp(&vote(b)));
        best.map_or((Direction::Up, 0.0), |best| (best, vote(best)))
    }
}

/// What a snake remembers of its rivals from round to round.
#[derive(Debug, Default)]
pub(super) struct Habits {
    /// By seat.
    records: Vec<Record>,
    sayings: Sayings,
    /// The turn on which everybody was asked last.
    turn: u32,
}

impl Habits {
    /// Look at a new position: learn from what was done since the last, and answer
    /// what is to be expected from here on.
    pub(super) fn look<const W: usize, const S: usize>(
        &mut self,
        game: &Battlesnake<W, S>,
        me: Player,
    ) -> Foresight {
        let rivals = game.living().without(me);
        if rivals.len() < 2 {
            return Foresight::default();
        }
        if !self.learn(game, rivals) {
            self.records = vec![Record::new(); game.players()];
        }
        self.turn = game.turn_number();
        let blocked = game.blocked();
        for seat in rivals.iter() {
            let record = &mut self.records[seat.index()];
            record.head = game.head(seat);
            record.asked = Question::of(game, seat, game.prudent_among(seat, blocked), blocked);
        }
        Foresight::new(&self.records, rivals, &self.sayings)
    }

    /// Learn from the last round; answers whether this is the position after it.
    fn learn<const W: usize, const S: usize>(
        &mut self,
        game: &Battlesnake<W, S>,
        rivals: Players,
    ) -> bool {
        let (board, records) = (game.board(), &mut self.records);
        if game.turn_number() != self.turn + 1 || records.len() != game.players() {
            return false;
        }
        let went = |head: u16, seat: Player| {
            let comes = |d: &Direction| board.step(head, *d) == game.head(seat);
            if board.is_on(head) { Direction::ALL.into_iter().find(comes) } else { None }
        };
        if rivals.iter().any(|seat| went(records[seat.index()].head, seat).is_none()) {
            return false;
        }
        for seat in rivals.iter() {
            let record = &mut records[seat.index()];
            if let Some(direction) = went(record.head, seat) {
                record.learn(direction, &self.sayings);
            }
        }
        true
    }
}

/// What is expected of a rival.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Expected {
    pub(super) direction: Direction,
    /// Whether nothing else need be looked at.
    pub(super) sure: bool,
}

/// By heading, open and roomy directions; `None` where nothing is likely.
type Answers = [[[Option<Expected>; 16]; 16]; 4];

/// What is expected of each rival wherever it comes to, ready to be looked up. Empty where
/// nothing is known of anybody.
#[derive(Clone, Debug, Default)]
pub(super) struct Foresight {
    /// By seat; those of others than rivals are missing.
    answers: Vec<Option<Box<Answers>>>,
    /// Tells values found with these expectations from those found with others.
    pub(super) key: Key,
}

impl Foresight {
    fn new(records: &[Record], rivals: Players, sayings: &Sayings) -> Self {
        let mut answers = vec![None; records.len()];
        let mut hash = 0;
        for rival in rivals.iter() {
            let mut table: Box<Answers> = Box::new([[[None; 16]; 16]; 4]);
            for asked in questions() {
                let (direction, share) = records[rival.index()].expect(&asked, sayings);
                let expected = Expected { direction, sure: share >= SURE };
                if share >= LIKELY {
                    table[asked.heading][asked.open.bits()][asked.roomy.bits()] = Some(expected);
                    let word = direction as u64 | u64::from(expected.sure) << 2 | 8;
                    hash = mix(hash ^ word);
                } else {
                    hash = mix(hash);
                }
            }
            answers[rival.index()] = Some(table);
        }
        Foresight { answers, key: Key::nth(hash) }
    }

    /// What a rival with these ways to go is expected to do.
    #[inline]
    pub(super) fn expect<const W: usize, const S: usize>(
        &self,
        game: &Battlesnake<W, S>,
        seat: Player,
        open: Directions,
        blocked: Bits<W>,
    ) -> Option<Expected> {
        let table = self.answers.get(seat.index())?.as_ref()?;
        let asked = Question::of(game, seat, open, blocked);
        table[asked.heading][asked.open.bits()][asked.roomy.bits()]
    }
}

/// Everything that can be asked.
fn questions() -> impl Iterator<Item = Question> {
    let set = |bits: usize| {
        let among = Direction::ALL.into_iter().filter(move |&d| bits >> d as usize & 1 == 1);
        among.fold(Directions::default(), Directions::with)
    };
    (0..4 * 256).map(|n| (n / 256, n / 16 % 16, n % 16)).filter_map(
        move |(heading, open, roomy)| {
            let is_one = roomy > 0 && roomy & !open == 0;
            is_one.then(|| Question { open: set(open), roomy: set(roomy), heading })
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_battlesnake::{Baseline, Map, Ruleset, Settings, Setup, Small};
    use takeback_core::SplitMix;

    fn start(seed: u64) -> Small<4> {
        let (rules, settings) = (Ruleset::Constrictor, Settings::default());
        let setup = Setup::start(rules, settings, Map::Empty, (11, 11), 4, seed);
        Battlesnake::new(&setup.expect("a start")).expect("it can be played")
    }

    /// Everybody goes as `choose` says; the first seat looks on, and of every rival's
    /// move it is counted whether it was expected for sure, and rightly.
    fn watch(
        games: u64,
        choose: &mut dyn FnMut(&Small<4>, Player) -> Direction,
    ) -> (u32, u32, u32) {
        let (mut moves, mut sure, mut right) = (0, 0, 0);
        for seed in 0..games {
            let mut game = start(seed);
            let mut habits = Habits::default();
            while game.living().contains(Player(0)) && game.living().len() > 2 {
                let foresight = habits.look(&game, Player(0));
                let blocked = game.blocked();
                let mut joint = 0;
                for seat in game.living().iter() {
                    let went = choose(&game, seat);
                    joint |= (went as u32) << (2 * seat.0);
                    let open = game.prudent(seat);
                    if seat == Player(0) || open.len() < 2 {
                        continue;
                    }
                    moves += 1;
                    let expected = foresight.expect(&game, seat, open, blocked);
                    if let Some(Expected { direction, sure: true }) = expected {
                        sure += 1;
                        right += u32::from(direction == went);
                    }
                }
                game.make_round(joint);
            }
        }
        (moves, sure, right)
    }

    #[test]
    fn a_rival_that_keeps_to_a_rule_is_foreseen() {
        let mut simple = |game: &Small<4>, seat: Player| Baseline { depth: 1 }.choose(game, seat);
        let (moves, sure, right) = watch(4, &mut simple);
        assert!(2 * sure > moves && 20 * right > 19 * sure, "{right} of {sure} of {moves}");
    }

    #[test]
    fn of_one_that_keeps_to_none_little_is_expected() {
        let mut rng = SplitMix::new(8);
        let mut anyhow = |game: &Small<4>, seat: Player| {
            let open = game.prudent(seat);
            open.iter().nth(rng.below(open.len())).expect("there is always one")
        };
        let (moves, sure, _) = watch(20, &mut anyhow);
        assert!(moves > 300 && 10 * sure < moves, "{sure} of {moves}");
    }

    /// Every order in words, built by trying each direction after each other, with its
    /// heading; nothing is looked up.
    fn orders(heading: usize) -> Vec<Vec<usize>> {
        fn all(left: &[usize]) -> Vec<Vec<usize>> {
            if left.is_empty() {
                return vec![Vec::new()];
            }
            let first = |&d: &usize| {
                let rest: Vec<usize> = left.iter().copied().filter(|&e| e != d).collect();
                all(&rest).into_iter().map(move |mut o| {
                    o.insert(0, d);
                    o
                })
            };
            left.iter().flat_map(first).collect()
        }
        let mut orders = all(&[0, 1, 2, 3]);
        orders.extend(all(&[0, 1, 2, 3]
            .into_iter()
            .filter(|&d| d != heading ^ 1)
            .collect::<Vec<_>>()));
        orders
    }

    /// What was learned move by move is what the whole past says at once.
    #[test]
    fn learning_is_weighing_the_whole_past() {
        let sayings = Sayings::default();
        let asked: Vec<Question> = questions().collect();
        let mut rng = SplitMix::new(3);
        for heading in [0, 3] {
            // Turns are told apart by what they do with this heading only, so all
            // questions have it.
            let asked: Vec<Question> =
                asked.iter().copied().filter(|q| q.heading == heading).collect();
            let mut record = Record::new();
            let mut past: Vec<(Question, Direction)> = Vec::new();
            for _ in 0..12 {
                let now = asked[rng.below(asked.len())];
                let slow = weigh(&past, &now);
                let (direction, share) = record.expect(&now, &sayings);
                assert!((slow[direction as usize] - share).abs() < 1e-4, "{slow:?} {share}");
                assert!(slow.iter().all(|&s| s <= share + 1e-4), "{slow:?} {share}");
                let went = now.open.iter().nth(rng.below(now.open.len())).expect("one");
                record.asked = now;
                record.learn(went, &sayings);
                past.push((now, went));
            }
        }
    }

    /// The likelihood of each direction, from the start.
    fn weigh(past: &[(Question, Direction)], now: &Question) -> [f32; 4] {
        let first = |order: &[usize], among: Directions| {
            order.iter().map(|&d| Direction::ALL[d]).find(|&d| among.contains(d))
        };
        let mut shares = [0.0; 4];
        let mut total = 0.0;
        for roomy in [false, true] {
            for order in orders(now.heading) {
                // An order that lacks the way back says the first direction of all there,
                // as the tables do.
                let says = |q: &Question| {
                    let among = if roomy { q.roomy } else { q.open };
                    first(&order, among).unwrap_or(Direction::Up)
                };
                let mut weight = f64::from(1.0 - FREE) / RULES as f64;
                for (asked, went) in past.iter().filter(|(asked, _)| asked.open.len() > 1) {
                    let others = f64::from(1.0 - KEPT) / (asked.open.len() - 1) as f64;
                    weight *= if says(asked) == *went { f64::from(KEPT) } else { others };
                }
                total += weight;
                shares[says(now) as usize] += weight;
            }
        }
        let ways = |q: &Question| q.open.len().max(1) as f64;
        let free = past.iter().fold(f64::from(FREE), |all, (asked, _)| all / ways(asked));
        total += free;
        for direction in now.open.iter() {
            shares[direction as usize] += free / ways(now);
        }
        // Only what is open can be expected.
        std::array::from_fn(|d| {
            let open = now.open.contains(Direction::ALL[d]);
            if open { (shares[d] / total) as f32 } else { 0.0 }
        })
    }

    /// Another game, or a gap in this one: nothing of before counts.
    #[test]
    fn what_is_not_the_next_position_starts_anew() {
        let mut habits = Habits::default();
        let mut game = start(1);
        habits.look(&game, Player(0));
        let up = |game: &mut Small<4>| {
            game.make_round(0);
        };
        up(&mut game);
        habits.look(&game, Player(0));
        assert!(habits.records[1].free < FREE);
        up(&mut game);
        up(&mut game);
        habits.look(&game, Player(0));
        assert!(habits.records[1].free == FREE, "{}", habits.records[1].free);
    }
}
