//! Go Fish in the registry.

use takeback_core::{Hidden, SplitMix};
use takeback_gofish::{ByCard, GoFish, KitGoFish, KitRules, Options, players};
use takeback_host::check::Checker;
use takeback_host::engines::{Chooser, Offer, Prepared, boxed, hidden_judged, hidden_seen_by};
use takeback_host::outside::Importer;
use takeback_host::spec::{EngineOption, Ladder, SEED, Takes};
use takeback_host::{Extras, GameEntry, Variant, variant};
use takeback_kit::Worth;
use takeback_search::ismcts::Observer;

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
    Takes::Flag,
    "on",
    "off: deal what is hidden as if nothing was remembered",
);

const PLAYER: EngineOption = EngineOption::new(
    "player",
    Takes::Word(&["greedy", "askback"]),
    "greedy",
    "which rule of thumb",
);

/// Searches, and the rules of thumb to measure them by. Those see what their seat
/// observes and nothing else.
fn engines() -> Vec<Offer<GoFish>> {
    let search = |offer: Offer<GoFish>| match offer.name() {
        "ismcts" => {
            offer.adjusted(&[BELIEF], |settings, search| match (settings.flag("belief"), search?) {
                (Some(false), search) => boxed(Prepared { prepare: GoFish::forgetful, search }),
                (_, search) => Ok(search),
            })
        }
        _ => offer,
    };
    // The others could hold almost anything: nodes of what each of them knows are
    // hardly ever met twice.
    let mut all: Vec<_> = hidden_seen_by(Observer::Single).into_iter().map(search).collect();
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
            [keyed, notation, portable, indexed, random_move, playout, hidden_sampled]
        )
        .with_engines(engines)
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
    .with_engines(|| hidden_judged(Observer::Single, Worth))
    .with_levels(LADDER)
    .with_deals(|seed| kit_deal(&seed.to_string()))
    .with_scene();
    let cards = variant!(
        "cards",
        "two seats on the element kit; ask for one card, not for a rank: 2QH",
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
        "ask for cards you hold; hidden hands, two to six players",
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
