//! CoTuLenh in the registry.

use std::cmp::Reverse;
use takeback_core::Game;
use takeback_cotulenh::{CoTuLenh, Eval, Move, Weights};
use takeback_host::check::Checker;
#[cfg(not(target_family = "wasm"))]
use takeback_host::engines::SHIPPED;
use takeback_host::engines::{
    AnySearch, BACK_UPS, EngineError, Learned, NET, Offer, alpha_beta_by, boxed, descent,
    judged_learning_by, random_offer_choosing,
};
use takeback_host::outside::{Exporter, Importer};
use takeback_host::spec::{EngineOption, Ladder, Settings, Takes};
use takeback_host::weights::named;
use takeback_host::{Extras, GameEntry, variant};
use takeback_search::{Limits, Report, Search, SearchError, mcts};

/// Depth counts turns. The lowest rungs differ by how often they play any move at
/// all; 400 positions, once the fourth, are too few to look at every move once.
const LADDER: Ladder = Ladder([
    "ab:depth=1,slips=25",
    "ab:depth=1,slips=8",
    "ab:depth=1",
    "ab:nodes=1500",
    "ab:nodes=3k",
    "ab:nodes=8k",
    "ab:time=100ms",
    "ab:time=300ms",
    "ab:time=1s",
    "ab:time=4s",
]);

/// The network and the opening book that come with the game play the upper levels. A browser's
/// module does without them, being as large as all the rest.
#[cfg(not(target_family = "wasm"))]
mod shipped {
    use super::{
        CoTuLenh, EVAL, EngineError, EngineOption, Eval, LADDER, Ladder, Learned, NET, SHIPPED,
        Settings,
    };

    pub(super) const OPTIONS: &[EngineOption] = &[EVAL, NET, SHIPPED];
    pub(super) const NETS: &[EngineOption] = &[NET, SHIPPED];
    pub(super) const LEVELS: Ladder = {
        let mut rungs = LADDER;
        rungs.0[6] = "ab:time=100ms,learned,booked";
        rungs.0[7] = "ab:time=300ms,learned,booked";
        rungs.0[8] = "ab:time=1s,learned,booked";
        rungs.0[9] = "ab:time=4s,learned,booked";
        rungs
    };

    /// How it was learned: docs/learning.md.
    const NETWORK: &[u8] = include_bytes!("../net/cotulenh.net");
    const _: () = assert!(NETWORK.len() <= 1 << 20, "programs carry it");

    /// How it was made: docs/cotulenh.md.
    pub(super) const BOOK: Option<&str> = Some(include_str!("../book/cotulenh.book"));

    pub(super) fn judge(
        settings: &Settings,
        eval: Eval,
    ) -> Result<Learned<CoTuLenh, Eval>, EngineError> {
        Learned::chosen_or(settings, eval, NETWORK)
    }
}

#[cfg(target_family = "wasm")]
mod shipped {
    use super::{
        CoTuLenh, EVAL, EngineError, EngineOption, Eval, LADDER, Ladder, Learned, NET, Settings,
    };

    pub(super) const OPTIONS: &[EngineOption] = &[EVAL, NET];
    pub(super) const NETS: &[EngineOption] = &[NET];
    pub(super) const LEVELS: Ladder = LADDER;
    pub(super) const BOOK: Option<&str> = None;

    pub(super) fn judge(
        settings: &Settings,
        eval: Eval,
    ) -> Result<Learned<CoTuLenh, Eval>, EngineError> {
        Learned::chosen(settings, eval)
    }
}

/// Random games say little here and take long: leaves are judged at once. `cut=20000` plays
/// to the end.
const AT_ONCE: u32 = 0;

const EVAL: EngineOption = EngineOption::new(
    "eval",
    Takes::Word(&["usual", "material"]),
    "usual",
    "what judges positions; material sees pieces and nothing else",
);

fn engines(eval: Eval) -> Vec<Offer<CoTuLenh>> {
    let careful = random_offer_choosing(|game: &CoTuLenh, _, out| {
        out.extend(game.legal_moves().into_iter().filter(|&m| game.can_end_after(m)));
    });
    let usual = eval.clone();
    let all = vec![
        alpha_beta_by(shipped::OPTIONS, &Learned::new(eval.clone()), move |settings| {
            let judge = match settings.word("eval") {
                Some("material") => Eval::new(Weights::MATERIAL),
                _ => usual.clone(),
            };
            shipped::judge(settings, judge)
        }),
        {
            let eval = eval.clone();
            let usual =
                mcts::Options { exploration: 1.0, minimax: BACK_UPS, ..mcts::Options::default() };
            judged_learning_by(shipped::NETS, usual, AT_ONCE, move |settings| {
                shipped::judge(settings, eval.clone())
            })
        },
        descent(eval),
        careful,
    ];
    all.into_iter()
        .map(|offer| offer.adjusted(&[], |_, search| boxed(Finishing(search?))))
        .collect()
}

/// Never begins a deployment that cannot be ended. Alpha-beta sees that by
/// itself, sampling does not always; and a player at a dead end has no move.
struct Finishing(AnySearch<CoTuLenh>);

impl Search<CoTuLenh> for Finishing {
    fn search(
        &mut self,
        position: &CoTuLenh,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, SearchError> {
        let mut report = self.0.search(position, limits, watch)?;
        if !position.can_end_after(report.best) {
            report.root.sort_by_key(|root| Reverse(root.visits));
            let seen = report.root.iter().find(|root| position.can_end_after(root.m));
            // A slip looks at one move only.
            let unseen = || position.legal_moves().into_iter().find(|&m| position.can_end_after(m));
            let other = seen.map(|root| (root.m, root.score));
            let other = other.or_else(|| Some((unseen()?, report.score)));
            let Some(other) = other else { return Err(SearchError::NoMove) };
            (report.best, report.score) = other;
            report.lines.retain(|line| line.moves.first() == Some(&report.best));
        }
        Ok(report)
    }

    fn forget(&mut self) {
        self.0.forget();
    }
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

    fn exporter(&self) -> Option<Exporter> {
        Some(crate::import::EXPORTER)
    }
}

/// CoTuLenh for the registry.
#[must_use]
pub fn cotulenh() -> GameEntry {
    let weights = named(Weights::NAMES, &Weights::default().values());
    let standard = variant!(
        "standard",
        "11x12, nineteen pieces a side",
        Token,
        CoTuLenh::new,
        [dead_ends, keyed, zero_sum, notation, portable, indexed, random_move, pass, features]
    )
    .with_tuned_engines(weights, |values| engines(Eval::new(Weights::from_values(values))))
    .with_nets(Eval::default())
    .with_levels(shipped::LEVELS)
    .with_book(shipped::BOOK)
    .with_tested_legality()
    .with_scene();
    let entry = GameEntry::new(
        "cotulenh",
        "CoTuLenh",
        "Commander Chess: armies on land, at sea and in the air; pieces ride on each other and deploy",
        vec![Box::new(standard)],
    )
    .with_guide(include_str!("guide.txt"))
    .with_notation("extended FEN with stacks, heroes and sessions; moves in LAN")
    .with_extras(Outside);
    #[cfg(feature = "service")]
    let entry = entry.with_extension(crate::service::SERVICE);
    entry
}

#[cfg(test)]
mod tests {
    use takeback_host::play::Seat;
    use takeback_search::Score;

    fn seat(text: &str) -> Seat {
        let entry = super::cotulenh();
        entry.variants[0].engine(&text.parse().expect("a spec")).expect("an engine")
    }

    #[test]
    fn no_engine_walks_into_a_dead_end() {
        // Out of the stack the commander steps into fire almost everywhere.
        let fire = "9c1/11/11/10i/3a7/11/11/5(TC)5/4g6/11/8I2/11 r - - 0 1";
        let entry = super::cotulenh();
        for engine in [
            "random",
            "mcts:iterations=60",
            "ab:depth=1,quiescence=off,eval=material",
            "ab:depth=1,slips=100",
        ] {
            let mut seat = seat(engine);
            for seed in 0..20 {
                let mut table = entry.variants[0].table(Some(fire)).expect("a position");
                seat.limits.seed = seed;
                seat.engine.forget();
                let us = table.turn();
                while table.turn() == us {
                    let answer = seat.engine.think(&*table, &seat.limits, &mut |_| ());
                    let answer = answer.unwrap_or_else(|error| panic!("{engine}: {error}"));
                    table.play(&answer.best).expect("a legal step");
                }
            }
        }
    }

    /// The network that comes with the game is what judges, and has learned that an Air
    /// Force is worth more than a tank or two.
    #[test]
    fn the_network_that_ships_judges() {
        let even = "6c4/11/11/5t5/11/4i6/4I6/11/5T5/11/11/4C6 r - - 0 1";
        let ahead = "6c4/11/11/5t5/11/4i6/4I6/11/5T5/11/6F4/4C6 r - - 0 1";
        let entry = super::cotulenh();
        let score = |engine: &str, position: &str| {
            let table = entry.variants[0].table(Some(position)).expect("a position");
            let mut seat = seat(engine);
            let answer = seat.engine.think(&*table, &seat.limits, &mut |_| ()).expect("a move");
            match answer.score {
                Score::Points(points) => points,
                other => panic!("nothing is decided yet: {other}"),
            }
        };
        let learned = [even, ahead].map(|position| score("ab:nodes=300,learned", position));
        let by_hand = [even, ahead].map(|position| score("ab:nodes=300", position));
        assert_ne!(learned, by_hand, "another judge");
        assert!(learned[0].abs() < 400 && learned[1] > learned[0] + 400, "{learned:?}");
    }

    /// The upper levels know the opening, and do not begin every game alike.
    #[test]
    fn the_book_that_ships_varies_the_opening() {
        let entry = super::cotulenh();
        let mut seat = seat("9");
        let mut games = std::collections::BTreeSet::new();
        for seed in 0..20 {
            let mut table = entry.variants[0].table(None).expect("the start");
            seat.limits.seed = seed;
            for _ in 0..3 {
                let told = seat.engine.choose(&*table, &seat.limits).expect("a move");
                assert_eq!(told.nodes, 0, "in the book after {:?}", table.moves());
                table.play(&told.best).expect("legal");
            }
            games.insert(table.moves());
        }
        assert!(games.len() >= 10, "{} of 20 games differ", games.len());
    }

    #[test]
    fn evaluators_have_names() {
        let entry = super::cotulenh();
        let odd = "ab:depth=1,eval=luck".parse().expect("a spec");
        assert!(entry.variants[0].engine(&odd).is_err_and(|e| e.to_string().contains("luck")));
        for level in 1..=10 {
            drop(seat(&level.to_string()));
        }
    }
}
