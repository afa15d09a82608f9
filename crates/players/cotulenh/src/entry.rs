//! CoTuLenh in the registry.

use std::cmp::Reverse;
use takeback_core::Game;
use takeback_cotulenh::{CoTuLenh, Eval, Move, Weights};
use takeback_host::check::Checker;
use takeback_host::engines::{
    AnySearch, BACK_UPS, Learned, NET, Offer, alpha_beta_by, boxed, descent, judged_learning,
    random_offer_choosing,
};
use takeback_host::outside::{Exporter, Importer};
use takeback_host::spec::{EngineOption, Ladder, Takes};
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
        alpha_beta_by(&[EVAL, NET], &Learned::new(eval.clone()), move |settings| {
            let judge = match settings.word("eval") {
                Some("material") => Eval::new(Weights::MATERIAL),
                _ => usual.clone(),
            };
            Learned::chosen(settings, judge)
        }),
        judged_learning(
            eval.clone(),
            mcts::Options { exploration: 1.0, minimax: BACK_UPS, ..mcts::Options::default() },
            AT_ONCE,
        ),
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
    .with_levels(LADDER)
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
