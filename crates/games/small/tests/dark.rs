//! The exact solver of games in the dark, against the tree that is written out and
//! against what others have published.

use std::convert::Infallible;
use takeback_core::{Game, Hidden, Player, SplitMix, Turn, mix};
use takeback_search::equilibrium::{Cfr, InfoSet, Rule, Strategy, Tree, victory};
use takeback_small::{Chain, DarkMix, DarkSolver, Goal, Phantom, ThreeInARow};

/// Two pairs of one row of five cells win: the second player makes the last choice,
/// as on nine, and there are draws.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
struct Pairs;

impl Goal for Pairs {
    const SIZE: (u8, u8) = (5, 1);

    fn is_won(stones: u16, _: Player) -> bool {
        [0b10001, 0b01010].iter().any(|pair| stones & pair == *pair)
    }
}

/// Three cells of one colour: the left column and a cell beside it for the first
/// player, any row for the second.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
struct Lopsided;

impl Goal for Lopsided {
    const SIZE: (u8, u8) = (2, 3);

    fn is_won(stones: u16, player: Player) -> bool {
        match player {
            Player::FIRST => [0b01_01_01, 0b00_11_01].iter().any(|line| stones & line == *line),
            _ => [0b11, 0b11_00, 0b11_00_00].iter().any(|line| stones & line == *line),
        }
    }
}

/// One position of every information set.
fn each_set<G: Hidden>(start: &G, tree: &Tree<G::Move>, visit: &mut dyn FnMut(&G, InfoSet)) {
    fn walk<G: Hidden>(
        game: &mut G,
        left: &mut std::collections::HashSet<InfoSet>,
        visit: &mut dyn FnMut(&G, InfoSet),
    ) {
        if let Some(player) = game.turn().decider() {
            let set = InfoSet::of(game, player);
            if left.remove(&set) {
                visit(game, set);
            }
        }
        for m in game.legal_moves() {
            game.explore(m, |after| walk(after, left, visit));
        }
    }
    let mut left = tree.sets().map(|(set, _)| set).collect();
    walk(&mut start.clone(), &mut left, visit);
}

fn written<B: Goal>(
    solver: &DarkSolver<B>,
    mix: &DarkMix,
    tree: &Tree<<Phantom<B> as Game>::Move>,
) -> Strategy {
    let mut strategy = Strategy::default();
    each_set(&Phantom::<B>::default(), tree, &mut |game, set| {
        strategy.insert(set, &solver.chances(mix, game));
    });
    strategy
}

/// A mix of somebody who minds in which order cells were refused.
fn moody<B: Goal>(position: &Phantom<B>, seed: u64) -> Vec<f64> {
    let player = position.turn().decider().expect("somebody is in turn");
    let mut rng = SplitMix::new(mix(position.infoset(player).0 ^ seed));
    let chances = position.legal_moves().iter().map(|_| rng.unit().powi(3)).collect::<Vec<_>>();
    // Some cells are never tried.
    let cut = chances.iter().sum::<f64>() / (2 * chances.len()) as f64;
    chances.into_iter().map(|chance| if chance < cut { 0.0 } else { chance }).collect()
}

fn agree<B: Goal>() {
    let start = Phantom::<B>::default();
    let tree = Tree::unroll(&start, victory, 2_000_000).unwrap();
    let mut solver = DarkSolver::<B>::new();
    let counted = [Player(0), Player(1)]
        .map(|player| tree.sets().filter(|(set, _)| set.player == player).count() as u64);
    assert_eq!(counted, Phantom::<B>::information_sets());
    assert_eq!(tree.positions() as u64, Phantom::<B>::lines());
    let check = |solver: &DarkSolver<B>, mix: &DarkMix, strategy: &Strategy| {
        let (found, plain) = (solver.measure(mix), tree.exploitability(strategy));
        assert!((found.value - plain.values[0]).abs() < 1e-6, "{found:?} {plain:?}");
        for seat in 0..2 {
            let (fast, slow) = (found.responses[seat], plain.responses[seat]);
            assert!((fast - slow).abs() < 1e-6, "{found:?} {plain:?}");
        }
    };
    check(&solver, &solver.uniform(), &Strategy::default());
    // Asked in every order, and measured by the order and without it.
    for seed in 0..3 {
        let asked = solver.ask::<Infallible>(&mut |game| Ok(moody(game, seed))).unwrap();
        let mut strategy = Strategy::default();
        each_set(&start, &tree, &mut |game, set| strategy.insert(set, &moody(game, seed)));
        check(&solver, &asked, &strategy);
    }
    (0..200).for_each(|_| solver.sweep());
    let average = solver.average();
    check(&solver, &average, &written(&solver, &average, &tree));
    let kept = solver.without(&average, 0.01);
    check(&solver, &kept, &written(&solver, &kept, &tree));
    // Both ways lead to one value.
    let mut cfr = Cfr::new(&tree, Rule::Plus);
    (0..100).for_each(|_| cfr.iterate());
    let plain = tree.exploitability(&cfr.average());
    let (least, most) = solver.measure(&average).bounds();
    assert!(most - least < 0.01, "{least} {most}");
    assert!(-plain.responses[1] < most + 1e-6 && least < plain.responses[0] + 1e-6, "{plain:?}");
}

#[test]
fn small_boards_agree_with_the_tree_that_is_written_out() {
    agree::<Chain<2>>();
    agree::<Pairs>();
    agree::<Lopsided>();
}

/// Dark Hex 3x3 by `exp-a-spiel` (for Rudolph and others 2025).
#[test]
fn information_sets_are_as_many_as_others_counted() {
    assert_eq!(Phantom::<Chain<3>>::information_sets(), [3_720_850, 2_352_067]);
    assert_eq!(Phantom::<ThreeInARow>::information_sets(), [3_683_314, 2_307_355]);
}

/// What a game of random attempts is worth, by playing it.
fn played_at_random<B: Goal>(games: u32) -> (f64, f64) {
    let mut rng = SplitMix::new(11);
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..games {
        let mut game = Phantom::<B>::default();
        while game.turn() != Turn::Over {
            let moves = game.legal_moves();
            game.make(moves[rng.below(moves.len())]);
        }
        let won = victory(&game, Player::FIRST);
        sum += won;
        squares += won * won;
    }
    let mean = sum / f64::from(games);
    (mean, ((squares / f64::from(games) - mean * mean) / f64::from(games)).sqrt())
}

/// Both games on nine cells: the uniform mix, which others have measured in dark Hex
/// and playouts agree with. Bounds after a few sweeps with `TAKEBACK_LONG_TESTS` only.
#[test]
fn nine_cells_have_the_values_that_are_known() {
    let (hex, hex_error) = played_at_random::<Chain<3>>(3000);
    let (ttt, ttt_error) = played_at_random::<ThreeInARow>(3000);
    assert!((hex - HEX_AT_RANDOM).abs() < 4.0 * hex_error, "{hex} {hex_error}");
    assert!((ttt - TTT_AT_RANDOM).abs() < 4.0 * ttt_error, "{ttt} {ttt_error}");
    let mut solver = DarkSolver::<Chain<3>>::new();
    let found = solver.measure(&solver.uniform());
    assert!((found.value - HEX_AT_RANDOM).abs() < 1e-6, "{found:?}");
    // The same source: 1.000002 and 0.832804, in single precision.
    assert!((found.responses[0] - 1.0).abs() < 1e-6, "{found:?}");
    assert!((found.responses[1] - 0.832_804).abs() < 1e-6, "{found:?}");
    let long = std::env::var_os("TAKEBACK_LONG_TESTS").is_some();
    if long {
        (0..20).for_each(|_| solver.sweep());
        let (least, most) = solver.measure(&solver.average()).bounds();
        assert!(0.99 < least && most > 1.0 - 1e-9, "{least} {most}");
        // Without what is left of the first sweeps who begins wins for certain.
        let kept = solver.without(&solver.average(), 0.005);
        let (least, _) = solver.measure(&kept).bounds();
        assert!(least > 1.0 - 1e-9, "{least}");
    }
    let mut solver = DarkSolver::<ThreeInARow>::new();
    let found = solver.measure(&solver.uniform());
    assert!((found.value - TTT_AT_RANDOM).abs() < 1e-6, "{found:?}");
    if long {
        (0..12).for_each(|_| solver.sweep());
        let (least, most) = solver.measure(&solver.average()).bounds();
        assert!(least < TTT_VALUE && TTT_VALUE < most && most - least < 0.2, "{least} {most}");
    }
}

const HEX_AT_RANDOM: f64 = 1.0 / 3.0;
const TTT_AT_RANDOM: f64 = 0.296_825_4;
/// Between 0.6622 and 0.6671, by best responses to what a hundred sweeps find.
const TTT_VALUE: f64 = 0.665;
