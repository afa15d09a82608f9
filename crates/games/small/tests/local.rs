//! Local best responses, where the truth is known.

use takeback_core::{Game, Hidden, Player, SplitMix};
use takeback_search::Limits;
use takeback_search::equilibrium::{
    Cfr, Exploitability, LocalEffort, LocalResponse, Rule, Strategy, Tabled, Tree, Worth,
    local_response, points, victory,
};
use takeback_small::{Chain, Kuhn, KuhnMove, Leduc, LiarsDice, Phantom};

/// Exactly, and from below.
fn measured<G: Hidden>(
    start: &G,
    worth: Worth<G>,
    strategy: Strategy,
    effort: LocalEffort,
) -> (Exploitability, LocalResponse) {
    let tree = Tree::unroll(start, worth, 100_000).expect("small");
    let exact = tree.exploitability(&strategy);
    let mut player = Tabled::new(strategy);
    let limits = Limits::default();
    let found = local_response(start, worth, &mut player, &limits, &effort, &mut |_| ());
    (exact, found.expect("it plays"))
}

fn any_mix<M: Copy + Eq>(tree: &Tree<M>, rng: &mut SplitMix) -> Strategy {
    let mut strategy = Strategy::default();
    for (set, moves) in tree.sets() {
        strategy.insert(set, &moves.iter().map(|_| rng.unit().powi(3)).collect::<Vec<_>>());
    }
    strategy
}

fn solved<M: Copy + Eq>(tree: &Tree<M>, iterations: u32) -> Strategy {
    let mut cfr = Cfr::new(tree, Rule::Plus);
    (0..iterations).for_each(|_| cfr.iterate());
    cfr.average()
}

/// Never more than the best response wins, whatever the strategy, and far from
/// nothing where there is much to be won.
#[test]
fn a_local_best_response_wins_no_more_than_the_best() {
    fn check<G: Hidden>(start: &G, worth: Worth<G>, effort: LocalEffort) {
        let tree = Tree::unroll(start, worth, 100_000).expect("small");
        let mut rng = SplitMix::new(3);
        let mixes = [any_mix(&tree, &mut rng), any_mix(&tree, &mut rng), Strategy::default()];
        for strategy in mixes.into_iter().chain([solved(&tree, 3), solved(&tree, 300)]) {
            let (exact, local) = measured(start, worth, strategy, effort);
            let (most, found) = (exact.nash_conv(), local.nash_conv());
            assert!(found < most + 4.0 * local.error, "{found} of {most}: {local:?}");
            assert!(found > 0.4 * most - 4.0 * local.error - 0.01, "{found} of {most}: {local:?}");
        }
    }
    let effort = LocalEffort { games: 600, deals: 64, trials: 48, seed: 2 };
    check(&<Kuhn>::default(), points, effort);
    check(&Kuhn::<3>::default(), points, effort);
    check(&Leduc::default(), points, LocalEffort { games: 300, ..effort });
    check(&LiarsDice::<3>::default(), victory, LocalEffort { games: 300, ..effort });
    check(&Phantom::<Chain<2>>::default(), victory, LocalEffort { games: 200, ..effort });
}

/// Who passes whatever he holds loses his ante to every bet; that is seen at once,
/// and nothing else is there to be won.
#[test]
fn an_obvious_leak_is_found() {
    let start = <Kuhn>::default();
    let tree = Tree::unroll(&start, points, 1000).expect("small");
    let mut meek = Strategy::default();
    for (set, moves) in tree.sets() {
        let passes = |m: &KuhnMove| f64::from(u8::from(*m == KuhnMove::Pass));
        meek.insert(set, &moves.iter().map(passes).collect::<Vec<_>>());
    }
    let effort = LocalEffort { games: 400, ..LocalEffort::default() };
    let (exact, local) = measured(&start, points, meek, effort);
    assert_eq!(local.responses, [1.0, 1.0], "{local:?}");
    assert!((exact.nash_conv() - 2.0).abs() < 1e-9, "{exact:?}");
    assert_eq!(local.sets, 12);
}

/// With a sample of deals only, the bound still holds and the true deal is no help.
#[test]
fn few_deals_are_enough_for_a_bound() {
    let start = Leduc::default();
    let effort = LocalEffort { games: 300, deals: 2, trials: 8, seed: 5 };
    let (exact, local) = measured(&start, points, Strategy::default(), effort);
    assert!(local.nash_conv() < exact.nash_conv() + 4.0 * local.error, "{exact:?} {local:?}");
    // In an equilibrium nobody wins anything, whoever looks how hard.
    let tree = Tree::unroll(&start, points, 10_000).expect("small");
    let (exact, local) = measured(&start, points, solved(&tree, 1000), effort);
    assert!(exact.nash_conv() < 0.002, "{exact:?}");
    assert!(local.nash_conv() < 4.0 * local.error, "{local:?}");
    assert_eq!(start.players(), Player::all(2).count());
}
