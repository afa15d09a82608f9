//! Any search under any way of keeping state: `strategy=copy`, `strategy=cow`.

use super::{AnySearch, Builder, Built, EngineError};
use crate::registry::Strategy;
use takeback_core::strategy::{ByCopy, ByCow, Through, Wraps};
use takeback_core::{Evaluator, Game};
use takeback_search::spec::Spec;
use takeback_search::{Limits, Report, Search, SearchError};

/// A search of the wrapped game, used on the game inside.
pub struct Under<W: Wraps>(pub AnySearch<W>);

impl<W: Wraps> Search<W::Inner> for Under<W> {
    fn search(
        &mut self,
        position: &W::Inner,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<W::Move>),
    ) -> Result<Report<W::Move>, SearchError> {
        self.0.search(&W::wrap(position.clone()), limits, watch)
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

/// A builder that obeys `strategy=`: the game's own way by `own`, and the same
/// family of engines over copies. The same evaluator serves all.
pub fn strategies<G: Game, E: Evaluator<G> + Sync + 'static>(
    native: Strategy,
    eval: E,
    own: fn(&Spec, E) -> Built<G>,
    copy: fn(&Spec, Through<E>) -> Built<ByCopy<G>>,
    cow: fn(&Spec, Through<E>) -> Built<ByCow<G>>,
) -> Builder<G> {
    Box::new(move |spec| match spec.word("strategy") {
        None => own(spec, eval.clone()),
        Some(name) if name == native.name() => own(spec, eval.clone()),
        Some("copy") => Ok(Box::new(Under(copy(spec, Through(eval.clone()))?))),
        Some("cow") => Ok(Box::new(Under(cow(spec, Through(eval.clone()))?))),
        Some(asked) => Err(EngineError::NoStrategy {
            asked: asked.to_owned(),
            known: format!("{native}, copy, cow"),
        }),
    })
}
