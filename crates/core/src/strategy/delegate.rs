//! Passing a wrapper's questions on to the game inside.

/// Inside `impl Game`: everything but make, unmake, the legality test and what
/// the game pays.
macro_rules! delegate_game {
    () => {
        type Move = G::Move;
        const HIDES: bool = G::HIDES;
        const STAGES: u8 = G::STAGES;

        #[inline]
        fn players(&self) -> usize {
            self.0.players()
        }
        #[inline]
        fn turn(&self) -> $crate::Turn {
            self.0.turn()
        }
        #[inline]
        fn moves(&self, out: &mut $crate::Moves<G::Move>) {
            self.0.moves(out);
        }
        #[inline]
        fn weight(&self, outcome: G::Move) -> u32 {
            self.0.weight(outcome)
        }
        #[inline]
        fn count_moves(&self, buffer: &mut $crate::Moves<G::Move>) -> usize {
            self.0.count_moves(buffer)
        }
        #[inline]
        fn forced(&self) -> Option<G::Move> {
            self.0.forced()
        }
        #[inline]
        fn is_broken(&self) -> bool {
            self.0.is_broken()
        }
        #[inline]
        fn candidates(&self, stage: u8, out: &mut $crate::Moves<G::Move>) {
            self.0.candidates(stage, out);
        }
    };
}

/// Inside `impl Game`: the payoff of the game inside.
macro_rules! delegate_payoff {
    () => {
        #[inline]
        fn payoff(&self, player: $crate::Player) -> $crate::Payoff {
            self.0.payoff(player)
        }
    };
}

/// Every capability of the game inside, for a tuple struct with an
/// `inner_mut`. Extra bounds on the game may follow the name.
macro_rules! delegate_capabilities {
    ($wrapper:ident $(, $($bound:tt)+)?) => {
        impl<G: $crate::Keyed $(+ $($bound)+)?> $crate::Keyed for $wrapper<G> {
            #[inline]
            fn key(&self) -> $crate::Key {
                self.0.key()
            }
            fn key_from_scratch(&self) -> $crate::Key {
                self.0.key_from_scratch()
            }
            #[inline]
            fn is_repeat(&self) -> bool {
                self.0.is_repeat()
            }
        }

        impl<G: $crate::ZeroSum $(+ $($bound)+)?> $crate::ZeroSum for $wrapper<G> {}

        impl<G: $crate::Scored $(+ $($bound)+)?> $crate::Scored for $wrapper<G> {
            #[inline]
            fn most_points(&self) -> i32 {
                self.0.most_points()
            }
            #[inline]
            fn points(&self, player: $crate::Player) -> i32 {
                self.0.points(player)
            }
        }

        impl<G: $crate::Simultaneous $(+ $($bound)+)?> $crate::Simultaneous for $wrapper<G> {
            #[inline]
            fn choices(&self, player: $crate::Player, out: &mut $crate::Moves<G::Move>) {
                self.0.choices(player, out);
            }
        }

        impl<G: $crate::Hidden $(+ $($bound)+)?> $crate::Hidden for $wrapper<G> {
            type Observation = G::Observation;
            type Redeal = G::Redeal;

            fn observation(&self, player: $crate::Player) -> G::Observation {
                self.0.observation(player)
            }
            #[inline]
            fn infoset(&self, player: $crate::Player) -> $crate::Key {
                self.0.infoset(player)
            }
            #[inline]
            fn label(&self, viewer: $crate::Player, m: G::Move) -> u64 {
                self.0.label(viewer, m)
            }
            fn redeal(
                &mut self,
                viewer: $crate::Player,
                rng: &mut $crate::SplitMix,
            ) -> G::Redeal {
                self.inner_mut().redeal(viewer, rng)
            }
            fn undo_redeal(&mut self, redeal: G::Redeal) {
                self.inner_mut().undo_redeal(redeal);
            }
            #[inline]
            fn may_lead_to(&self, viewer: $crate::Player, sight: &G::Observation) -> bool {
                self.0.may_lead_to(viewer, sight)
            }
        }

        impl<G: $crate::Notation $(+ $($bound)+)?> $crate::Notation for $wrapper<G> {
            type MoveError = G::MoveError;

            fn write_move(
                &self,
                m: G::Move,
                out: &mut dyn ::std::fmt::Write,
            ) -> ::std::fmt::Result {
                self.0.write_move(m, out)
            }
            fn read_move(&self, text: &str) -> Result<G::Move, G::MoveError> {
                self.0.read_move(text)
            }
        }

        impl<G: $crate::Portable $(+ $($bound)+)?> $crate::Portable for $wrapper<G> {
            type PositionError = G::PositionError;

            fn write_position(&self, out: &mut dyn ::std::fmt::Write) -> ::std::fmt::Result {
                self.0.write_position(out)
            }
            fn read_position(text: &str) -> Result<Self, G::PositionError> {
                G::read_position(text).map(<Self as $crate::strategy::Wraps>::wrap)
            }
        }

        impl<G: $crate::Indexed $(+ $($bound)+)?> $crate::Indexed for $wrapper<G> {
            const INDICES: usize = G::INDICES;

            #[inline]
            fn index(&self, m: G::Move) -> usize {
                self.0.index(m)
            }
        }

        impl<G: $crate::RandomMove $(+ $($bound)+)?> $crate::RandomMove for $wrapper<G> {
            #[inline]
            fn random_move(&self, rng: &mut $crate::SplitMix) -> G::Move {
                self.0.random_move(rng)
            }
        }
    };
}

/// Whole playouts, for wrappers that pay what the game inside pays.
macro_rules! delegate_playout {
    ($wrapper:ident $(, $($bound:tt)+)?) => {
        impl<G: $crate::Playout $(+ $($bound)+)?> $crate::Playout for $wrapper<G> {
            type Scratch = G::Scratch;

            #[inline]
            fn playout(
                &self,
                scratch: &mut G::Scratch,
                rng: &mut $crate::SplitMix,
                results: &mut [$crate::Payoff],
            ) -> u32 {
                self.0.playout(scratch, rng, results)
            }
        }
    };
}
