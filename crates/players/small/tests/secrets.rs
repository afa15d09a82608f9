//! No search reads what its player cannot see: all that is hidden is dealt anew
//! before the search, and with the same seed every engine of every game answers the
//! same.

use takeback_core::{Hidden, Notation, RandomMove, SplitMix};
use takeback_host::engines::{Offer, mixing, solvable};
use takeback_host::spec::Spec;
use takeback_host::{GameEntry, Registry};
use takeback_players_small::{dark_hex, goofspiel, kuhn, leduc, liars_dice, phantom};
use takeback_search::equilibrium::{points, victory};
use takeback_small::{Chain, Goofspiel, Kuhn, Leduc, LiarsDice, Phantom, ThreeInARow};

/// Every engine, with every way it looks at what is hidden. `strategy` is asked for
/// in the tests of equilibria, where there is one.
const SPECS: [&str; 8] = [
    "ismcts:iterations=40,observer=multiple,seed=4",
    "ismcts:iterations=40,observer=single,seed=4",
    "ismcts:iterations=40,observer=redealing,seed=4",
    "ismcts:iterations=40,mix,seed=4",
    "oos:iterations=20,seed=4",
    "oos:iterations=20,aim=0,seed=4",
    "cfr:iterations=1,memory=8,seed=4",
    "random:seed=4",
];

/// What an engine answers, or why it does not, as text.
fn answer<G: Hidden>(offer: &Offer<G>, spec: &Spec, game: &G) -> String {
    let (mut search, limits) = offer.engine(spec).expect("an engine");
    let found = search.search(game, &limits, &mut |_| ());
    let found = found.map(|report| (report.best, format!("{:?}", report.root)));
    search.forget();
    format!("{found:?} {:?}", search.policy(game, &limits))
}

fn check<G: Hidden + RandomMove + Notation>(name: &str, start: &G, offers: &[Offer<G>]) {
    let mut rng = SplitMix::new(21);
    let (mut asked, mut hidden) = (0, 0);
    while asked < 12 {
        let mut game = start.clone();
        for _ in 0..rng.below(12) {
            let moves = game.legal_moves();
            if !moves.is_empty() {
                game.make(moves[rng.below(moves.len())]);
            }
        }
        let Some(player) = game.turn().decider() else { continue };
        asked += 1;
        let mut other = game.clone();
        other.redeal(player, &mut rng);
        let others = |game: &G| -> Vec<_> {
            let seats = takeback_core::Player::all(game.players()).filter(|&p| p != player);
            seats.map(|seat| game.infoset(seat)).collect()
        };
        hidden += u32::from(others(&game) != others(&other));
        for offer in offers {
            let of_it = |spec: &&&str| spec.split(':').next() == Some(offer.name());
            for spec in SPECS.iter().filter(of_it) {
                let spec: Spec = spec.parse().expect("a specification");
                let told = answer(offer, &spec, &game);
                assert_eq!(told, answer(offer, &spec, &other), "{name} {spec}");
            }
        }
    }
    assert!(hidden > 2, "{name}: something was dealt anew in {hidden} of {asked}");
}

#[test]
fn no_engine_reads_what_is_hidden() {
    check("kuhn:2", &<Kuhn>::default(), &solvable(<Kuhn>::default, points));
    check("kuhn:3", &Kuhn::<3>::default(), &solvable(Kuhn::<3>::default, points));
    check("leduc:2", &Leduc::default(), &solvable(Leduc::default, points));
    check("liar:6", &LiarsDice::<6>::default(), &solvable(LiarsDice::<6>::default, victory));
    check("liar:3", &LiarsDice::<3>::default(), &solvable(LiarsDice::<3>::default, victory));
    type Plain = LiarsDice<6, 0>;
    check("liar:plain", &Plain::default(), &solvable(Plain::default, victory));
    check("goofspiel:4", &Goofspiel::<4>::default(), &solvable(Goofspiel::<4>::default, points));
    check("goofspiel:5", &Goofspiel::<5>::default(), &solvable(Goofspiel::<5>::default, points));
    type Ttt = Phantom<ThreeInARow>;
    check("phantomttt:3x3", &Ttt::default(), &mixing(Ttt::default, victory));
    type Dark<const N: u8> = Phantom<Chain<N>>;
    check("darkhex:3x3", &Dark::<3>::default(), &mixing(Dark::<3>::default, victory));
    check("darkhex:2x2", &Dark::<2>::default(), &mixing(Dark::<2>::default, victory));
}

/// The lists above leave out no game and no engine.
#[test]
fn nothing_that_hides_is_left_out() {
    let entries: [fn() -> GameEntry; 6] = [kuhn, leduc, liars_dice, goofspiel, phantom, dark_hex];
    let mut names = Vec::new();
    for entry in entries {
        let games = Registry::new().with(entry());
        for game in games.games() {
            for place in 0..game.variants.len() {
                let chosen = game.nth(place);
                names.push(chosen.full_name());
                for engine in chosen.engines().iter().filter(|engine| engine.name != "strategy") {
                    let listed = SPECS.iter().any(|s| s.split(':').next() == Some(engine.name));
                    assert!(listed, "{}", engine.name);
                }
            }
        }
    }
    let mut listed = vec!["kuhn:2", "kuhn:3", "leduc:2", "liar:6", "liar:3", "liar:plain"];
    listed.extend(["goofspiel:4", "goofspiel:5", "phantomttt:3x3", "darkhex:3x3", "darkhex:2x2"]);
    assert_eq!(names, listed);
}
