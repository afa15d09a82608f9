//! Go Fish, and the games on the element kit.

use crate::engines::{AnySearch, Built, Chooser, EngineError, Prepared, hidden, listed};
use crate::registry::{GameEntry, Variant};
use crate::variant;
use takeback_core::{Hidden, SplitMix};
use takeback_gofish::{ByCard, GoFish, KitGoFish, KitRules, Options, players};
use takeback_search::spec::{Kind, Ladder, Spec};

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

/// The kit plays some thousand games a second.
const KIT_LADDER: Ladder = Ladder([
    "random",
    "mcts:iterations=20",
    "mcts:iterations=50",
    "mcts:iterations=100",
    "mcts:iterations=200",
    "mcts:iterations=400",
    "mcts:iterations=800",
    "mcts:time=300ms",
    "mcts:time=1s",
    "mcts:time=4s",
]);

/// Searches, and the rules of thumb to measure them by. Those see what their seat
/// observes and nothing else.
fn engines(spec: &Spec) -> Built<GoFish> {
    if spec.kind() == Kind::Baseline {
        let rule = match spec.word("player") {
            Some("askback") => players::ask_back,
            _ => players::greedy,
        };
        return Ok(Box::new(Chooser::new(move |game: &GoFish, seat, rng| {
            rule(&game.observation(seat), rng)
        })));
    }
    let search: AnySearch<GoFish> = hidden(spec).map_err(|error| match error {
        EngineError::Unsuited { kind, known } => {
            EngineError::Unsuited { kind, known: format!("{known}, baseline") }
        }
        other => other,
    })?;
    if spec.flag("belief") == Some(false) {
        return Ok(Box::new(Prepared { prepare: GoFish::forgetful, search }));
    }
    Ok(search)
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
        .with_engines(Box::new(engines), LADDER)
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

pub(crate) fn gofish() -> GameEntry {
    let kit = variant!(
        "kit",
        "two seats, written on the element kit with real cards",
        Trail,
        || kit_deal("takeback"),
        [keyed, notation, portable]
    )
    .with_secrets()
    .with_deals(|seed| kit_deal(&seed.to_string()))
    .with_scene();
    let cards = variant!(
        "cards",
        "two seats on the element kit; ask for one card, not for a rank: 2QH",
        Trail,
        || card_deal("takeback"),
        [keyed, notation, portable]
    )
    .with_secrets()
    .with_deals(|seed| card_deal(&seed.to_string()))
    .with_scene();
    GameEntry {
        name: "gofish",
        title: "Go Fish",
        about: "ask for cards you hold; hidden hands, two to six players",
        notation: "one line per position; an ask is seat and rank: 2Q",
        variants: vec![
            seats("2", "two players", 2),
            seats("3", "three players", 3),
            seats("4", "four players", 4),
            seats("5", "five players", 5),
            seats("6", "six players", 6),
            Box::new(kit),
            Box::new(cards),
        ],
        checker: Some(takeback_check::gofish::check),
    }
}

pub(crate) fn kit_hex() -> GameEntry {
    use takeback_table::{Table, hex::Hex};
    let board = |name, size| {
        variant!(
            name,
            "on the element kit",
            Trail,
            move || Table::new(Hex { size }),
            [keyed, zero_sum, notation, portable]
        )
        .with_engines(Box::new(listed), KIT_LADDER)
        .with_scene()
    };
    GameEntry {
        name: "kithex",
        title: "Hex on the element kit",
        about: "Hex written a second time, in a page, on the kit for games of elements",
        notation: "one line per position; moves a1, b2",
        variants: vec![Box::new(board("5x5", 5)), Box::new(board("11x11", 11))],
        checker: None,
    }
}
