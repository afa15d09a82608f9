//! Pig solved, against what is published and against a solver for Pig alone.

use takeback_core::{Game, Key, Keyed, Player, Portable};
use takeback_search::stochastic::{Graph, GraphError, Stochastic};
use takeback_search::{Limits, Score, Search, StopFlag, Stopped};
use takeback_small::{Pig, PigMove};

/// The chance to win of the player in turn with `own` and `other` points banked
/// and `total` at risk, by rounds until nothing changes: Neller and Presser 2004.
struct Alone {
    goal: usize,
    chance: Vec<f64>,
}

impl Alone {
    fn solve(goal: usize) -> Self {
        let mut alone = Alone { goal, chance: vec![0.5; goal * goal * goal] };
        // Points are never lost again: pairs with more of them first.
        for sum in (0..2 * goal - 1).rev() {
            let pairs = (0..goal).filter(|own| (*own..goal).contains(&(sum.max(*own) - own)));
            for own in pairs.collect::<Vec<_>>() {
                let other = sum - own;
                while alone.round(own, other).max(alone.round(other, own)) > 1e-13 {}
            }
        }
        alone
    }

    /// Value all totals of a pair anew; by how much that changed them.
    fn round(&mut self, own: usize, other: usize) -> f64 {
        let mut change: f64 = 0.0;
        for total in (0..self.goal - own).rev() {
            let best = self.roll(own, other, total).max(self.hold(own, other, total));
            let at = (own * self.goal + other) * self.goal + total;
            change = change.max((best - self.chance[at]).abs());
            self.chance[at] = best;
        }
        change
    }

    fn win(&self, own: usize, other: usize, total: usize) -> f64 {
        if own + total >= self.goal {
            return 1.0;
        }
        self.chance[(own * self.goal + other) * self.goal + total]
    }

    fn hold(&self, own: usize, other: usize, total: usize) -> f64 {
        match (own + total >= self.goal, total) {
            (true, _) => 1.0,
            // Nothing to hold: the rules do not offer it.
            (_, 0) => 0.0,
            _ => 1.0 - self.win(other, own + total, 0),
        }
    }

    fn roll(&self, own: usize, other: usize, total: usize) -> f64 {
        let lost = 1.0 - self.win(other, own, 0);
        let kept: f64 = (2..=6).map(|die| self.win(own, other, total + die)).sum();
        (lost + kept) / 6.0
    }
}

fn at(own: usize, other: usize, goal: usize, total: usize) -> Pig {
    Pig::read_position(&format!("{own},{other} {goal} {total} 1 decide")).expect("a position")
}

/// Every position of a short game, values and choices.
#[test]
fn every_value_agrees_with_a_solver_for_pig_alone() {
    let goal = 25;
    let alone = Alone::solve(goal);
    let start = Pig::new(2, goal as u16);
    let mut exact = Stochastic::new(start);
    let mut compared = 0;
    // Nobody ever has a single point.
    for own in (0..goal).filter(|&own| own != 1) {
        for other in (0..goal).filter(|&other| other != 1) {
            for total in (0..goal - own).filter(|&total| total != 1) {
                let game = at(own, other, goal, total);
                let report = exact.search(&game, &Limits::default(), &mut |_| ()).expect("solved");
                let Score::Share(share) = report.score else { panic!("{:?}", report.score) };
                let win = alone.win(own, other, total);
                assert!((f64::from(share) - win).abs() < 1e-6, "{own} {other} {total}");
                let (roll, hold) = (alone.roll(own, other, total), alone.hold(own, other, total));
                if (roll - hold).abs() > 1e-9 {
                    let best = if roll > hold { PigMove::Roll } else { PigMove::Hold };
                    assert_eq!(report.best, best, "{own} {other} {total}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 6000, "{compared}");
}

/// The first player wins 53.06 % (Neller and Presser 2004), and 60 decisions of a
/// long game are all right. Two million positions: with `TAKEBACK_LONG_TESTS` only.
#[test]
fn the_long_game_is_won_by_the_first_player_in_53_06_of_100() {
    if std::env::var_os("TAKEBACK_LONG_TESTS").is_none() {
        return;
    }
    let start = Pig::new(2, 100);
    let mut exact = Stochastic::sharing(start.clone(), std::sync::Arc::default(), 2_500_000);
    let limits = Limits::default();
    let report = exact.search(&start, &limits, &mut |_| ()).expect("solved");
    assert!((report.shares[0] - 0.5306).abs() < 0.00005, "{:?}", report.shares);
    let alone = Alone::solve(100);
    let mut rng = takeback_core::SplitMix::new(3);
    let mut right = 0;
    while right < 60 {
        let (own, other) = (2 + rng.below(98), 2 + rng.below(98));
        let total = 2 + rng.below(30);
        let (roll, hold) = (alone.roll(own, other, total), alone.hold(own, other, total));
        if own + total >= 100 || (roll - hold).abs() < 1e-9 {
            continue;
        }
        let game = at(own, other, 100, total);
        let report = exact.search(&game, &limits, &mut |_| ()).expect("solved");
        assert_eq!(report.best == PigMove::Roll, roll > hold, "{own} {other} {total}");
        right += 1;
    }
}

/// Who has no time to wait is answered by another search, on time, and what was done is not
/// lost: after so many short searches the game is solved, with the same values.
#[test]
fn what_one_search_leaves_the_next_goes_on_with() {
    let start = Pig::new(2, 25);
    let limits = Limits { time: Some(std::time::Duration::from_micros(200)), ..Limits::default() };
    let shared = std::sync::Arc::default();
    let player = || {
        let other = Box::new(takeback_search::Paranoid::new(takeback_core::Blind).indexed());
        Stochastic::sharing(start.clone(), std::sync::Arc::clone(&shared), 100_000).meanwhile(other)
    };
    // Two players of it work on one solution.
    let mut players = [player(), player()];
    let mut unsolved = 0;
    let report = loop {
        let report = players[unsolved % 2].search(&start, &limits, &mut |_| ()).expect("a move");
        assert_eq!(report.best, PigMove::Roll);
        if report.stopped == Some(Stopped::Solved) {
            break report;
        }
        unsolved += 1;
        assert!(unsolved < 100_000, "it never ends");
    };
    assert!(unsolved > 2, "{unsolved} searches had no time");
    let whole = Stochastic::new(start.clone()).search(&start, &Limits::default(), &mut |_| ());
    assert_eq!(whole.expect("solved").shares, report.shares);
    // A position from elsewhere is solved aside, a little at a time too.
    let elsewhere = Pig::new(2, 21);
    let known =
        Stochastic::new(elsewhere.clone()).search(&elsewhere, &Limits::default(), &mut |_| ());
    let mut tries = 0..100_000;
    let found = tries.find_map(|_| {
        let report = players[0].search(&elsewhere, &limits, &mut |_| ()).expect("a move");
        (report.stopped == Some(Stopped::Solved)).then_some(report.shares)
    });
    assert_eq!(found, Some(known.expect("solved").shares));
    assert!(tries.start > 2, "{tries:?}");
    // Nobody to answer in its place, and told to stop: an error, no half answer.
    let stopped = Limits::default();
    stopped.stop.stop();
    assert!(Stochastic::new(start.clone()).search(&start, &stopped, &mut |_| ()).is_err());
}

#[test]
fn three_players_and_bounds() {
    let start = Pig::new(3, 8);
    let graph = Graph::unroll(&start, 1_000_000, &StopFlag::default()).expect("small");
    let positions = graph.positions();
    let solution = graph.solve(&StopFlag::default()).expect("it settles");
    assert_eq!(solution.positions(), positions);
    // Where chance decides or all is over nothing is kept.
    assert!(solution.bytes() < positions * 4 * 8, "{}", solution.bytes());
    let values = solution.values(start.key()).expect("the start is in it");
    // One wins, two lose; the first of three more often than one in three.
    assert!((values.iter().sum::<f64>() + 1.0).abs() < 1e-9, "{values:?}");
    assert!(values[0] > values[1] && values[1] > values[2], "{values:?}");
    assert_eq!(solution.values(Key::nth(1)), None);
    let error = Graph::unroll(&start, 100, &StopFlag::default()).err();
    assert_eq!(error, Some(GraphError::TooLarge { most: 100 }));
    let stopped = StopFlag::default();
    stopped.stop();
    assert_eq!(Graph::unroll(&start, 100_000, &stopped).err(), Some(GraphError::Stopped));
    assert_eq!(start.turn().decider(), Some(Player::FIRST));
}
