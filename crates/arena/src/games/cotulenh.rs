//! CoTuLenh.

use crate::engines::{AnySearch, Built, EngineError, brief_passing, random_choosing};
use crate::registry::GameEntry;
use crate::tune::Tuned;
use crate::variant;
use std::cmp::Reverse;
use takeback_core::Game;
use takeback_cotulenh::{CoTuLenh, Eval, Move, Weights};
use takeback_search::spec::{Kind, Ladder, Spec};
use takeback_search::{Limits, Report, Search, SearchError};

/// Depth counts turns. The second rung is the player of the reference project:
/// every move once, material, nothing else.
const LADDER: Ladder = Ladder([
    "random",
    "ab:depth=1,quiescence=off,eval=material",
    "ab:depth=1",
    "ab:nodes=400",
    "ab:depth=2",
    "ab:depth=3",
    "ab:time=100ms",
    "ab:time=300ms",
    "ab:time=1s",
    "ab:time=4s",
]);

/// Engines by specification; `eval=material` sees pieces and nothing else.
fn build(spec: &Spec) -> Built<CoTuLenh> {
    let eval = match spec.word("eval") {
        None => Eval::default(),
        Some("material") => Eval::new(Weights::MATERIAL),
        Some(asked) => return Err(EngineError::NoEvaluator { asked: asked.to_owned() }),
    };
    build_with(&spec.clone().without("eval"), eval)
}

fn build_with(spec: &Spec, eval: Eval) -> Built<CoTuLenh> {
    let search: AnySearch<CoTuLenh> = if spec.kind() == Kind::Random {
        Box::new(random_choosing(|game: &CoTuLenh, _, out| {
            out.extend(game.legal_moves().into_iter().filter(|&m| game.can_end_after(m)));
        }))
    } else {
        brief_passing(spec, eval)?
    };
    Ok(Box::new(Finishing(search)))
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
            let other = report.root.iter().find(|root| position.can_end_after(root.m));
            let Some(other) = other else { return Err(SearchError::NoMove) };
            (report.best, report.score) = (other.m, other.score);
            report.lines.retain(|line| line.moves.first() == Some(&report.best));
        }
        Ok(report)
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

pub(crate) fn cotulenh() -> GameEntry {
    GameEntry {
        name: "cotulenh",
        title: "CoTuLenh",
        about: "Commander Chess: land, sea and air; stacks that deploy step by step",
        notation: "extended FEN with stacks, heroes and sessions; moves in LAN",
        variants: vec![Box::new(
            variant!(
                "standard",
                "11x12, nineteen pieces a side",
                Token,
                CoTuLenh::new,
                [dead_ends, keyed, zero_sum, notation, portable, indexed, random_move, pass]
            )
            .with_engines(Box::new(build), LADDER)
            .with_weights(Tuned::new(
                Weights::NAMES,
                &Weights::default().values(),
                |spec, weights| build_with(spec, Eval::new(Weights::from_values(weights))),
            ))
            .with_tested_legality()
            .with_scene(),
        )],
        checker: Some(takeback_check::cotulenh::check),
    }
}

#[cfg(test)]
mod tests {
    use crate::play::Seat;

    fn seat(text: &str) -> Seat {
        let entry = crate::find("cotulenh").expect("built in");
        entry.variants[0].engine(&text.parse().expect("a spec")).expect("an engine")
    }

    #[test]
    fn no_engine_walks_into_a_dead_end() {
        // Out of the stack the commander steps into fire almost everywhere.
        let fire = "9c1/11/11/10i/3a7/11/11/5(TC)5/4g6/11/8I2/11 r - - 0 1";
        let entry = crate::find("cotulenh").expect("built in");
        for engine in ["random", "mcts:iterations=60", "ab:depth=1,quiescence=off,eval=material"] {
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
        let entry = crate::find("cotulenh").expect("built in");
        let odd = "ab:depth=1,eval=luck".parse().expect("a spec");
        assert!(entry.variants[0].engine(&odd).is_err_and(|e| e.to_string().contains("luck")));
        for level in 1..=10 {
            drop(seat(&level.to_string()));
        }
    }
}
