//! The search against its slow twin, and small positions with one right answer.

use super::order::Order;
use super::replies::{Guide, columns};
use super::searcher::{MAX_PLY, WIN};
use super::*;
use takeback_battlesnake::{Baseline, Map, Ruleset, Settings, Setup, Small};
use takeback_core::{Portable, RandomMove, SplitMix};

fn start<const S: usize>(ruleset: Ruleset, side: u8, seed: u64) -> Small<S> {
    let setup = Setup::start(ruleset, Settings::default(), Map::Standard, (side, side), S, seed);
    Battlesnake::new(&setup.expect("a start")).expect("it can be played")
}

fn read(text: &str) -> Small<4> {
    Small::read_position(text).expect("a position")
}

fn answer<const S: usize>(game: &Small<S>, options: Options, limits: &Limits) -> Report<Move> {
    Snake::new(options).search(game, limits, &mut |_| ()).expect("a move")
}

/// Maximum over my choices of the minimum over answers, and nothing else.
fn plain<const S: usize>(
    game: &mut Small<S>,
    me: Player,
    (options, foresight): (&Options, &Foresight),
    depth: i32,
    ply: i32,
) -> i32 {
    if !game.living().contains(me) {
        return if game.living().is_empty() { -options.contempt } else { ply - WIN };
    }
    if game.living().len() == 1 {
        return WIN - ply;
    }
    if depth == 0 {
        return SnakeEval::new(options.weights).judge(game, me).score;
    }
    let order = Order::new(MAX_PLY + 1);
    // At the root everybody in sight may branch, however near the horizon is.
    let rounds = if ply == 0 { MAX_PLY as i32 } else { depth };
    let guide = Guide { options, order: &order, foresight };
    let answers = columns(game, me, game.blocked(), rounds, guide);
    let mut best = i32::MIN;
    for choice in game.prudent(me).iter() {
        let mut worst = i32::MAX;
        for reply in answers.starting_with(None) {
            let round = game.make_round((choice as u32) << (2 * me.0) | reply);
            worst = worst.min(plain(game, me, (options, foresight), depth - 1, ply + 1));
            game.unmake_round(&round);
        }
        best = best.max(worst);
    }
    best
}

fn agrees<const S: usize>(ruleset: Ruleset, replies: Replies, depth: u32, games: u64) {
    let options = Options { replies, quiet: 0, sure: false, ..Options::default() };
    let mut rng = SplitMix::new(11);
    for seed in 0..games {
        let mut game = start::<S>(ruleset, 7, seed).with_listing(Listing::Prudent);
        while game.turn() != Turn::Over {
            let me = game.living().iter().last().expect("somebody lives");
            // A single choice is taken without a search.
            if game.turn_number() % 7 == 3 && game.prudent(me).len() > 1 {
                let limits =
                    Limits { seat: Some(me), depth: Some(depth), memory: 1, ..Limits::default() };
                let found = answer(&game, options, &limits);
                let expects = (&options, &Foresight::default());
                let slow = plain(&mut game.clone(), me, expects, depth as i32, 0);
                assert_eq!(found.score, score(slow), "{game:?} {me}");
            }
            let round: Vec<Move> = game.living().iter().map(|_| Move::Go(Direction::Up)).collect();
            for _ in round {
                let m = game.random_move(&mut rng);
                game.make(m);
            }
        }
    }
}

#[test]
fn the_search_finds_what_plain_minimax_finds() {
    agrees::<2>(Ruleset::Standard, Replies::Single, 3, 4);
    agrees::<2>(Ruleset::Wrapped, Replies::Single, 2, 2);
    agrees::<2>(Ruleset::Constrictor, Replies::Single, 4, 2);
}

#[test]
fn with_several_rivals_too() {
    agrees::<4>(Ruleset::Standard, Replies::Single, 2, 3);
    agrees::<3>(Ruleset::Standard, Replies::All, 2, 2);
}

/// Rivals of whom something is known, by a snake that has watched them all game.
#[test]
fn with_rivals_that_are_foreseen_too() {
    let options = Options { quiet: 0, sure: false, ..Options::default() };
    let limits = Limits { seat: Some(Player(0)), depth: Some(3), memory: 1, ..Limits::default() };
    let (mut compared, mut changed) = (0, 0);
    for seed in 0..3 {
        let mut game = start::<4>(Ruleset::Constrictor, 9, seed);
        let (mut snake, mut habits) = (Snake::new(options), Habits::default());
        while game.living().contains(Player(0)) && game.living().len() > 1 {
            // The same limits on the same table: nothing deeper of the round before.
            snake.table.clear();
            let found = snake.search(&game, &limits, &mut |_| ()).expect("a move");
            let foresight = habits.look(&game, Player(0));
            if game.prudent(Player(0)).len() > 1 {
                let nothing = Foresight::default();
                let slow = |expected: &Foresight| {
                    score(plain(&mut game.clone(), Player(0), (&options, expected), 3, 0))
                };
                assert_eq!(found.score, slow(&foresight), "{game:?}");
                compared += 1;
                changed += u32::from(found.score != slow(&nothing));
            }
            let Move::Go(mine) = found.best else { panic!("a direction") };
            let rivals = game.living().without(Player(0));
            let simple = |seat: Player| Baseline { depth: 1 }.choose(&game, seat) as u32;
            let joint = rivals.iter().fold(mine as u32, |all, p| all | simple(p) << (2 * p.0));
            game.make_round(joint);
        }
    }
    assert!(compared > 20 && changed > 5, "{changed} of {compared}");
}

#[test]
fn the_same_limits_give_the_same_answer() {
    let game: Small<4> = start(Ruleset::Standard, 11, 5);
    let limits = Limits { nodes: Some(3000), memory: 1, ..Limits::default() };
    let (one, two) =
        (answer(&game, Options::default(), &limits), answer(&game, Options::default(), &limits));
    assert_eq!((one.best, one.score, one.nodes), (two.best, two.score, two.nodes));
    assert!(one.nodes <= 3000 + 4 * 32 && one.stopped == Some(Stopped::Nodes), "{one:?}");
}

/// By a round less is deeper for less; up to six rounds, and with several rivals, nothing
/// is looked at by less.
#[test]
fn late_choices_cost_less_and_only_in_deep_duels() {
    fn nodes<const S: usize>(late: bool, depth: u32) -> Vec<(Score, u64)> {
        let options = Options { late, ..Options::default() };
        let limits = Limits { seat: Some(Player(0)), memory: 4, ..Limits::depth(depth) };
        let answers =
            (0..6).map(|seed| answer(&start::<S>(Ruleset::Standard, 7, seed), options, &limits));
        answers.map(|found| (found.score, found.nodes)).collect()
    }
    assert_eq!(nodes::<2>(true, 6), nodes::<2>(false, 6));
    assert_eq!(nodes::<3>(true, 3), nodes::<3>(false, 3));
    let sum = |late| nodes::<2>(late, 9).iter().map(|(_, nodes)| nodes).sum::<u64>();
    let (less, all) = (sum(true), sum(false));
    assert!(less * 2 < all, "{less} of {all}");
}

#[test]
fn threads_find_a_win_as_one_does() {
    let game = read(
        "standard/standard 11x11 15,1,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 90@1,6:ddddd 90@0,5:ddd",
    );
    for threads in [1, 3] {
        let limits = Limits {
            depth: Some(6),
            threads,
            seat: Some(Player(0)),
            memory: 1,
            ..Limits::default()
        };
        let found = answer(&game, Options::default(), &limits);
        assert_eq!((found.best, found.score), (Move::Go(Direction::Left), Score::Win(1)));
    }
}

/// The pending choice of a rival is not looked at.
#[test]
fn nobody_peeks_at_a_commitment() {
    let mut game: Small<2> = start(Ruleset::Standard, 7, 2);
    let limits = Limits { depth: Some(3), seat: Some(Player(1)), memory: 1, ..Limits::default() };
    let before = answer(&game, Options::default(), &limits);
    for direction in Direction::ALL {
        let undo = game.make(Move::Go(direction));
        let after = answer(&game, Options::default(), &limits);
        assert_eq!((before.best, before.score), (after.best, after.score));
        game.unmake(Move::Go(direction), undo);
    }
}

#[test]
fn explanations_tell_of_deaths() {
    let game = read(
        "standard/standard 7x7 15,1,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 90@2,3:lld 90@4,3:rru",
    );
    let told = explain(&game.setup(), Player(0), Options::default(), &Limits::depth(3));
    let told = told.expect("an explanation");
    let right = &told.directions[Direction::Right as usize];
    assert!(!right.sure && right.score.is_none());
    let up = &told.directions[Direction::Up as usize];
    assert!(up.sure_for_two && up.score.is_some() && up.line.len() >= 3, "{up:?}");
}
