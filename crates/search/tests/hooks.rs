//! Evaluators that carry state of their own: every search tells them every
//! step, null moves included, and where it begins.

#![allow(missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use takeback_chess::Chess;
use takeback_core::{Evaluator, Game, Key, Keyed, Player, Turn, mix};
use takeback_search::bestfirst::BestFirst;
use takeback_search::ismcts::{IsMcts, Observer, Survey};
use takeback_search::mcts::{
    Bandit, Decoupled, Judged, Listing, Mcts, Options, Parallel, Root, Rule, Stepwise,
};
use takeback_search::{AlphaBeta, BestReply, Joint, Limits, MaxN, Paranoid, Search, alphabeta};
use takeback_small::{ConnectFour, Kuhn, Tron};

#[derive(Debug, Default)]
struct Told {
    begun: AtomicU64,
    made: AtomicU64,
    unmade: AtomicU64,
    passed: AtomicU64,
    unpassed: AtomicU64,
    judged: AtomicU64,
}

/// Follows the search by hooks alone, and compares with the position from
/// scratch whenever it is asked.
#[derive(Clone, Debug, Default)]
struct Follower {
    line: Vec<Key>,
    announced: bool,
    told: Arc<Told>,
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn state<G: Keyed>(game: &G) -> Key {
    // Rounds played together and cards have commitments that a key need not
    // show; whose turn it is belongs to it in any case.
    game.key_from_scratch() ^ Key(mix(u64::from(game.turn().decider().map_or(9, |p| p.0))))
}

impl Follower {
    fn stands<G: Keyed>(&self, game: &G) -> bool {
        self.line.last() == Some(&state(game))
    }
}

impl<G: Keyed> Evaluator<G> for Follower {
    fn begin(&mut self, root: &G) {
        count(&self.told.begun);
        self.line = vec![state(root)];
        self.announced = false;
    }
    fn making(&mut self, before: &G, _: G::Move) {
        assert!(self.stands(before), "a move is announced where it is made");
        assert!(!self.announced, "one at a time");
        self.announced = true;
    }
    fn made(&mut self, after: &G, _: G::Move) {
        assert!(std::mem::take(&mut self.announced), "no move comes unannounced");
        self.line.push(state(after));
        count(&self.told.made);
    }
    fn unmade(&mut self, before: &G, _: G::Move) {
        self.line.pop();
        assert!(self.stands(before), "what was made last is taken back first");
        count(&self.told.unmade);
    }
    fn passed(&mut self, after: &G) {
        self.line.push(state(after));
        count(&self.told.passed);
    }
    fn unpassed(&mut self, before: &G) {
        self.line.pop();
        assert!(self.stands(before));
        count(&self.told.unpassed);
    }
    fn score(&mut self, game: &G, player: Player) -> i32 {
        assert!(self.stands(game), "the evaluator is in step");
        count(&self.told.judged);
        let score = (mix(game.key().0) % 2001) as i32 - 1000;
        if player == Player::FIRST { score } else { -score }
    }
    fn is_noisy(&mut self, game: &G, _: G::Move) -> bool {
        assert!(self.stands(game));
        game.key().0.is_multiple_of(3)
    }
    fn quiesces(&self) -> bool {
        true
    }
    fn reduces_late_moves(&self) -> bool {
        true
    }
}

/// Run a search made with a follower; gives what it was told.
fn follow<G: Game, S: Search<G>>(
    name: &str,
    game: &G,
    limits: &Limits,
    make: impl Fn(Follower) -> S,
) -> (Arc<Told>, u64) {
    let follower = Follower::default();
    let told = follower.told.clone();
    let mut search = make(follower);
    let mut nodes = 0;
    for threads in [1, 2] {
        let limits = Limits { threads, ..limits.clone() };
        nodes += search.search(game, &limits, &mut |_| ()).expect("an answer").nodes;
    }
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    assert!(read(&told.begun) >= 2, "{name} begins");
    assert!(read(&told.made) > 0 && read(&told.judged) > 0, "{name} tells and asks");
    assert_eq!(read(&told.made), read(&told.unmade), "{name} takes back what it made");
    assert_eq!(read(&told.passed), read(&told.unpassed), "{name}");
    (told, nodes)
}

#[test]
fn alpha_beta_tells_every_step_and_every_null_move() {
    let chess = Chess::default();
    let limits = Limits { memory: 1, ..Limits::depth(5) };
    let passing = |eval| AlphaBeta::new(eval).indexed().null_move();
    let (told, nodes) = follow("null moves", &chess, &limits, passing);
    let (made, passed) = (told.made.load(Ordering::Relaxed), told.passed.load(Ordering::Relaxed));
    assert!(passed > 100, "{passed} null moves");
    assert!(made + passed >= nodes, "{made} and {passed} of {nodes}");
    let split = alphabeta::Options { parallel: alphabeta::Parallel::Root, ..Default::default() };
    follow("split", &chess, &limits, |eval| AlphaBeta::new(eval).options(split));
}

#[test]
fn searches_for_many_tell_every_step() {
    let four = <ConnectFour>::default();
    let limits = Limits { memory: 1, ..Limits::depth(4) };
    follow("max^n", &four, &limits, MaxN::new);
    follow("paranoid", &four, &limits, Paranoid::new);
    follow("best reply", &four, &limits, BestReply::new);
    follow("joint", &Tron::default(), &Limits { memory: 1, ..Limits::depth(2) }, Joint::mixed);
    let worst = Joint::pessimistic;
    follow("joint, worst", &Tron::default(), &Limits { memory: 1, ..Limits::depth(2) }, worst);
}

#[test]
fn searches_that_sample_or_go_for_the_best_tell_every_step() {
    let four = <ConnectFour>::default();
    let limits = Limits { memory: 4, ..Limits::iterations(300) };
    follow("ubfm", &four, &limits, BestFirst::unbounded);
    follow("descent", &four, &limits, BestFirst::descent);
    let walk = || Stepwise::new(Listing::default());
    for plies in [0, 3] {
        follow("cut", &four, &limits, |eval| Mcts::new(walk().cut(plies, eval)));
    }
    follow("judged", &four, &limits, Mcts::judged);
    let gumbel = Root::Gumbel { considered: 4 };
    for options in [
        Options { rule: Rule::Puct, ..Options::default() },
        Options { minimax: 0.3, ..Options::default() },
        Options { root: gumbel, parallel: Parallel::Root, ..Options::default() },
    ] {
        follow("guided", &four, &limits, |eval| {
            let rollout = walk().cut(2, eval.clone());
            Mcts::new(rollout).with(options).guided(Judged::new(eval)).reusing()
        });
    }
    let tron = Tron::default();
    follow("decoupled", &tron, &limits, |eval| {
        Decoupled::new(Bandit::Uct(1.0), Stepwise::new(Listing::default()).cut(2, eval))
    });
}

/// Cards are dealt anew before every simulation: each begins again.
#[test]
fn a_new_deal_is_a_new_beginning() {
    let mut kuhn = <Kuhn>::default();
    while kuhn.turn() == Turn::Chance {
        let deal = kuhn.legal_moves()[0];
        kuhn.make(deal);
    }
    let limits = Limits { memory: 4, ..Limits::iterations(100) };
    let (told, _) = follow("is-mcts", &kuhn, &limits, |eval| {
        IsMcts::new(Observer::Multiple, Stepwise::new(Listing::default()).cut(1, eval))
    });
    assert!(told.begun.load(Ordering::Relaxed) >= 200);
    let (told, _) = follow("survey", &kuhn, &limits, |eval| {
        Survey::new(Stepwise::new(Listing::default()).cut(1, eval))
    });
    assert!(told.begun.load(Ordering::Relaxed) >= 200);
}
