//! The laws that come with each capability.
//!
//! Only the bound and the table of functions stand here, for every game; what
//! is asked of them stands once, in `capability_facts.rs`. Where nobody walks, only those
//! functions are fetched that a table of the game uses.

use crate::WALKS;
use crate::bench::{
    FeaturesFace, HiddenFace, IndexedFace, KeyedFace, NotationFace, PassFace, PortableFace,
    ScoredFace,
};
use crate::laws::Laws;
use crate::numbering::fingerprint;
use std::any::Any;
use std::fmt::Debug;
use takeback_core::{
    FeatureSum, Features, Game, Hidden, Indexed, Keyed, Notation, Pass, Playout, Portable,
    RandomMove, Scored, Simultaneous, ZeroSum,
};

impl<G: Game + PartialEq + Debug> Laws<G> {
    /// The running key equals the key from scratch and is restored.
    #[must_use]
    pub fn keyed(mut self) -> Self
    where
        G: Keyed,
    {
        if WALKS {
            self.plan.keyed();
        }
        self.test.keyed = Some(KeyedFace {
            key: G::key,
            from_scratch: if WALKS { G::key_from_scratch } else { G::key },
            is_repeat: G::is_repeat,
        });
        self
    }

    /// Two players whose payoffs cancel.
    #[must_use]
    pub fn zero_sum(mut self) -> Self
    where
        G: ZeroSum,
    {
        if WALKS {
            self.plan.zero_sum();
        }
        self
    }

    /// Moves survive being written and read; no two look alike. Failures are
    /// then shown in this notation.
    #[must_use]
    pub fn notation(mut self) -> Self
    where
        G: Notation,
    {
        if WALKS {
            self.plan.notation();
        }
        self.test.notation = WALKS.then_some(NotationFace {
            write: G::write_move,
            read: |game, text| game.read_move(text).map_err(|error| error.to_string()),
        });
        self
    }

    /// Positions survive being written and read.
    #[must_use]
    pub fn portable(mut self) -> Self
    where
        G: Portable,
    {
        if WALKS {
            self.plan.portable();
        }
        self.test.portable = WALKS.then_some(PortableFace {
            write: G::write_position,
            read: |text| G::read_position(text).map_err(|error| error.to_string()),
        });
        self
    }

    /// Move numbers stay below their bound.
    #[must_use]
    pub fn indexed(mut self) -> Self
    where
        G: Indexed,
    {
        if WALKS {
            self.plan.indexed();
        }
        self.test.indexed = WALKS.then_some(IndexedFace { indices: G::INDICES, index: G::index });
        self
    }

    /// Random moves are listed moves, and in short lists every move comes up.
    #[must_use]
    pub fn random_move(mut self) -> Self
    where
        G: RandomMove,
    {
        if WALKS {
            self.plan.random_move();
            self.test.random_move = Some(G::random_move);
        }
        self
    }

    /// Playouts leave the position alone and give results in range.
    #[must_use]
    pub fn playout(mut self) -> Self
    where
        G: Playout,
    {
        if WALKS {
            self.plan.playout();
            self.test.playout = Some(|game, rng, results| {
                game.playout(&mut G::Scratch::default(), rng, results);
            });
        }
        self
    }

    /// Rounds played together: nobody's choices depend on another's.
    #[must_use]
    pub fn simultaneous(mut self) -> Self
    where
        G: Simultaneous,
    {
        if WALKS {
            self.plan.simultaneous();
        }
        self.test.choices = Some(G::choices);
        self
    }

    /// Observations are restored; redeals keep what the viewer knows and owe
    /// nothing to what it does not; labels tell what can be seen and no more.
    #[must_use]
    pub fn hidden(mut self) -> Self
    where
        G: Hidden,
    {
        if WALKS {
            self.plan.hidden("hidden()", 1);
        }
        self.test.hidden = Some(HiddenFace::of());
        self
    }

    /// As [`hidden`](Laws::hidden), with redeals tried at one position in 64:
    /// for games whose redeals cost more than thousands of moves.
    #[must_use]
    pub fn hidden_sampled(mut self) -> Self
    where
        G: Hidden,
    {
        if WALKS {
            self.plan.hidden("hidden_sampled()", 64);
        }
        self.test.hidden = Some(HiddenFace::of());
        self
    }

    /// Points stay within their bound and never contradict the payoffs.
    #[must_use]
    pub fn scored(mut self) -> Self
    where
        G: Scored,
    {
        if WALKS {
            self.plan.scored();
        }
        self.test.scored = Some(ScoredFace { most: G::most_points, points: G::points });
        self
    }

    /// The features of a position, led along by what the game tells of its
    /// moves, are those listed from scratch, after every make and unmake.
    #[must_use]
    pub fn features(mut self) -> Self
    where
        G: Features,
    {
        if WALKS {
            self.plan.features();
        }
        self.test.features = WALKS.then_some(FeaturesFace {
            bounds: (G::FEATURES, G::BUCKETS, G::MOST_FEATURES),
            encoding: G::encoding,
            bucket: G::bucket,
            view_of: G::view_of,
            sum: FeatureSum::of,
            list: |game| {
                let mut list = vec![Vec::new(); game.players()];
                game.list_features(&mut list);
                list
            },
            make: |game, m, sum| {
                let (mut counts, mut counted) = (vec![0; G::COUNTS], vec![0; G::COUNTS]);
                game.count(&mut counts);
                let before = game.snapshot();
                let undo = game.make(m);
                game.changed_features(&before, sum);
                game.count(&mut counted);
                game.changed_counts(&counts, &counted, sum);
                undo
            },
        });
        self
    }

    /// A pass is taken back exactly.
    #[must_use]
    pub fn pass(mut self) -> Self
    where
        G: Pass,
    {
        if WALKS {
            self.plan.pass();
        }
        self.test.pass = WALKS.then_some(PassFace {
            may_pass: G::may_pass,
            make: G::make_pass,
            unmake: G::unmake_pass,
        });
        self
    }
}

impl<G: Hidden> HiddenFace<G> {
    fn of() -> Self {
        HiddenFace {
            print: |game, player| fingerprint(&game.observation(player)),
            same: |a, b, player| a.observation(player) == b.observation(player),
            write: |game, player, out| write!(out, "{:?}", game.observation(player)),
            infoset: G::infoset,
            label: G::label,
            redeal: |game, viewer, rng| Box::new(game.redeal(viewer, rng)),
            undo: |game, redeal: Box<dyn Any + Send>| {
                let redeal = redeal.downcast().expect("the token of this game's redeal");
                game.undo_redeal(*redeal);
            },
            may_lead: |from, to, viewer| from.may_lead_to(viewer, &to.observation(viewer)),
        }
    }
}
