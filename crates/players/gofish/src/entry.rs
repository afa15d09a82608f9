//! Go Fish in the registry.

use crate::rollout::{Counting, Listening};
use takeback_core::{Hidden, SplitMix};
use takeback_gofish::{ByCard, GoFish, KitGoFish, KitRules, Options, players};
use takeback_host::check::Checker;
use takeback_host::engines::{
    Chooser, Looks, Offer, Prepared, boxed, hidden_judged, hidden_scored, ismcts, random_offer,
};
use takeback_host::outside::Importer;
use takeback_host::spec::{EngineOption, Ladder, SEED, Settings, Takes};
use takeback_host::{Extras, GameEntry, Variant, variant};
use takeback_kit::Worth;
use takeback_search::ismcts::Observer;
use takeback_search::mcts::{Listing, Stepwise};

const LADDER: Ladder = Ladder([
    "random",
    "ismcts:iterations=20",
    "ismcts:iterations=50",
    "ismcts:iterations=100",
    "ismcts:iterations=250",
    "ismcts:iterations=500",
    "ismcts:iterations=1k",
    "ismcts:time=100ms",
    "ismcts:time=200ms",
    "ismcts:time=1s",
]);

const BELIEF: EngineOption = EngineOption::new(
    "belief",
    Takes::Word(&["asks", "facts", "off"]),
    "asks",
    "how what is hidden is dealt: as likely as others would have asked so; by what asks prove; \
     as if nothing was remembered",
);

const CUT: EngineOption = EngineOption::new(
    "cut",
    Takes::Count(0, 100_000),
    "0",
    "end playouts after so many plies and judge the position",
);

const PLAYER: EngineOption = EngineOption::new(
    "player",
    Takes::Word(&["greedy", "askback"]),
    "greedy",
    "which rule of thumb",
);

/// What search plays best with: for two every position is judged at once, so all
/// asks are compared on the same cards, without a tree. Where there is one its nodes are
/// what the searcher knows: the others could hold almost anything, and nodes of what each
/// of them knows are hardly ever met twice.
fn looks(players: u8) -> Looks {
    let observer = Observer::Single;
    match players {
        2 => Looks { observer, c: "0.05", survey: true },
        _ => Looks { observer, ..Looks::default() },
    }
}

/// The same on the kit by ranks, where the rules judge what is to be expected.
fn kit_engines() -> Vec<Offer<KitGoFish>> {
    let rollout = |settings: &Settings| {
        let plies = settings.count("cut").unwrap_or(0) as u32;
        Stepwise::new(Listing::default()).cut(plies, Worth)
    };
    vec![ismcts(looks(2), &[CUT], rollout), random_offer()]
}

/// Searches, and the rules of thumb to measure them by. Those see what their seat
/// observes and nothing else.
fn engines(players: u8) -> Vec<Offer<GoFish>> {
    let usual = looks(players);
    let search = ismcts(usual, &[], |_| Listening::default());
    let search = hidden_scored(search, usual, |_| Counting::default());
    let search = search.adjusted(&[BELIEF], |settings, search| {
        let search = search?;
        let prepare = match settings.word("belief") {
            Some("facts") => return Ok(search),
            Some("off") => GoFish::forgetful,
            _ => GoFish::suspecting,
        };
        boxed(Prepared { prepare, search })
    });
    let mut all = vec![search, random_offer()];
    all.push(Offer::new(
        "baseline",
        "a rule of thumb to measure by",
        &[&[PLAYER, SEED]],
        |settings| {
            let rule = match settings.word("player") {
                Some("askback") => players::ask_back,
                _ => players::greedy,
            };
            boxed(Chooser::new(move |game: &GoFish, seat, rng| rule(&game.observation(seat), rng)))
        },
    ));
    all
}

/// Recorded data and games of others.
struct Outside;

impl Extras for Outside {
    fn checker(&self) -> Option<Checker> {
        Some(crate::check::check)
    }

    fn importer(&self) -> Option<Importer> {
        Some(crate::import::read)
    }

    /// The kit's is the game of two a second time.
    fn is_yardstick(&self, variant: &str) -> bool {
        variant == "kit"
    }
}

fn seats(name: &'static str, about: &'static str, players: u8) -> Box<dyn Variant> {
    let start =
        move || GoFish::seeded(Options::new(players), "takeback").expect("two to six can play");
    Box::new(
        variant!(
            name,
            about,
            Copy,
            start,
            [keyed, notation, portable, indexed, random_move, playout, hidden_sampled, scored]
        )
        .with_engines(move || engines(players))
        .with_levels(LADDER)
        .with_scene()
        .with_deals(move |seed| {
            GoFish::random(Options::new(players), &mut SplitMix::new(seed))
                .expect("two to six can play")
        }),
    )
}

fn kit_rules(seed: &str) -> KitRules {
    KitRules::seeded(Options::new(2), seed).expect("two can play")
}

/// Two seats on the kit, by rank.
fn kit_deal(seed: &str) -> KitGoFish {
    KitGoFish::new(kit_rules(seed))
}

/// The same by single cards.
fn card_deal(seed: &str) -> KitGoFish<ByCard> {
    KitGoFish::new(kit_rules(seed).asking_for_cards().expect("four of each rank"))
}

/// Go Fish for the registry.
#[must_use]
pub fn gofish() -> GameEntry {
    let kit = variant!(
        "kit",
        "two seats, written on the element kit with real cards",
        Trail,
        || kit_deal("takeback"),
        [keyed, notation, portable, hidden_sampled]
    )
    .with_engines(kit_engines)
    .with_levels(LADDER)
    .with_deals(|seed| kit_deal(&seed.to_string()))
    .with_scene();
    let cards = variant!(
        "cards",
        "two players; ask for one card, not for a rank: 2QH",
        Trail,
        || card_deal("takeback"),
        [keyed, notation, portable, hidden_sampled]
    )
    .with_engines(|| hidden_judged(Observer::Single, Worth))
    .with_levels(LADDER)
    .with_deals(|seed| card_deal(&seed.to_string()))
    .with_scene();
    GameEntry::new(
        "gofish",
        "Go Fish",
        "ask the others for cards you hold and make books of four; two to six players",
        vec![
            seats("2", "two players", 2),
            seats("3", "three players", 3),
            seats("4", "four players", 4),
            seats("5", "five players", 5),
            seats("6", "six players", 6),
            Box::new(kit),
            Box::new(cards),
        ],
    )
    .with_guide(include_str!("guide.txt"))
    .with_notation("one line per position; an ask is seat and rank: 2Q")
    .with_extras(Outside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::{Game, RandomMove};
    use takeback_host::spec::Spec;

    /// No engine reads what its player cannot see: all hidden cards are dealt anew
    /// before the search, and with the same seed the answer is the same.
    #[test]
    fn no_engine_reads_what_is_hidden() {
        let specs = [
            "ismcts:iterations=30",
            "ismcts:iterations=30,belief=facts",
            "ismcts:iterations=30,belief=off",
            "ismcts:iterations=30,goal=score",
            "ismcts:iterations=30,TREEobserver=multiple",
            "ismcts:iterations=30,TREEobserver=redealing",
            "ismcts:iterations=30,TREEmix",
            "baseline:player=greedy",
            "baseline:player=askback",
            "random",
        ];
        for players in 2..=6 {
            let offers = engines(players);
            let mut rng = SplitMix::new(players.into());
            for asks in [3, 14, 25] {
                let mut game = GoFish::random(Options::new(players), &mut rng).expect("options");
                for _ in 0..asks {
                    let ask = game.random_move(&mut rng);
                    game.make(ask);
                }
                let me = game.turn().decider().expect("the game goes on");
                let mut other = game.clone();
                other.redeal(me, &mut rng);
                assert_ne!(game, other, "something is hidden");
                for text in specs {
                    // For two there is no tree unless one is asked for.
                    let text = text.replace("TREE", if players == 2 { "tree," } else { "" });
                    let spec: Spec = text.parse().expect("a specification");
                    let offer = offers.iter().find(|o| o.name() == spec.engine()).expect("offered");
                    let answer = |game: &GoFish| {
                        let (mut search, limits) = offer.engine(&spec).expect("an engine");
                        let report = search.search(game, &limits, &mut |_| ()).expect("an answer");
                        (report.best, format!("{:?}", report.root))
                    };
                    assert_eq!(answer(&game), answer(&other), "{players} {text}");
                }
            }
        }
    }
}
