//! What is counted, and what each count is worth.

use crate::geometry::Board;

/// Which tables a set of weights was tuned for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Column {
    SmallDuel,
    LargeDuel,
    SmallTable,
    LargeTable,
}

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $weights:expr,)*) => {
        /// What one colour has, term by term.
        #[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
        pub struct Terms {
            $($(#[$doc])* pub $name: i32,)*
        }

        /// What each term is worth. A lead of 400 points is won about three times in four.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Weights {
            /// The names of all terms, in the order of [`get`](Weights::get).
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            const fn column(column: Column) -> Self {
                Weights { $($name: $weights[column as usize],)* }
            }

            /// The weights in the order of [`NAMES`](Weights::NAMES).
            #[must_use]
            pub const fn to_array(&self) -> [i32; Weights::NAMES.len()] {
                [$(self.$name,)*]
            }

            /// The weight of that name, to tune it.
            pub fn named_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }

            /// The weighted sum.
            #[inline]
            #[must_use]
            pub const fn sum(&self, terms: &Terms) -> i32 {
                0 $(+ self.$name * terms.$name)*
            }

            /// The weighted terms by name.
            #[must_use]
            pub fn breakdown(&self, terms: &Terms) -> Vec<(&'static str, i32)> {
                vec![$((stringify!($name), self.$name * terms.$name),)*]
            }
        }

        impl Terms {
            /// The terms in the order of [`Weights::NAMES`].
            #[must_use]
            pub const fn to_array(&self) -> [i32; Weights::NAMES.len()] {
                [$(self.$name,)*]
            }
        }
    };
}

// Fitted to self-play of 3,000 positions a move (examples/tune.rs): 500 games for two on square8, 300 for
// three; then rounded, and what leads straight to victory raised, which won 58 of 100 games against the bare
// fit. The large boards have taken over these weights. `takeback tune` then moved those of the small boards
// for two by 1,600 games at 1,500 positions a move (SPSA, 200 steps): 64.8 % [56.5, 73.0] of 122 games
// against those before, which the sequential test accepted.
//
// Columns: square8 and hex8 for two; square19 and hexagonal for two; the small boards for three and
// four; the large ones for three and four.
terms! {
    /// Stacks controlled.
    control: [89, 120, 60, 60],
    /// Rings in the caps of these stacks.
    cap_height: [48, 50, 45, 45],
    /// Rings of other colours in these stacks.
    captives: [2, 0, 25, 25],
    /// Own rings in stacks that others control.
    buried: [16, 12, 30, 30],
    /// Rings in hand.
    hand: [104, 110, 70, 70],
    /// Cells collapsed.
    territory: [34, 50, 45, 45],
    /// Rings eliminated.
    eliminated: [96, 90, 60, 60],
    /// Markers on the board.
    markers: [45, 45, 15, 15],
    /// Lines that still lack two markers, on cells where they could come to lie.
    half_lines: [-4, -8, 4, 4],
    /// Lines that lack one marker, where a stack may be set down and leave it.
    near_lines: [-19, -20, 0, 0],
    /// Free neighbours of all stacks.
    mobility: [-3, 1, 1, 1],
    /// Stacks that another colour could capture from next door.
    threatened: [-37, -40, -10, -10],
    /// The same when others move first.
    hanging: [-94, -90, -40, -40],
    /// Whether no stack is controlled.
    no_stacks: [1, 0, -50, -50],
    /// Whether a single stack is controlled.
    single_stack: [47, 40, 0, 0],
    /// Whether nothing could be placed, moved or captured: the danger of standing idle.
    idle: [-165, -250, -240, -240],
    /// Whether recovery is all that is left.
    recovery: [143, 180, 0, 0],
    /// Rounds of standing alone towards the number that wins, in hundredths.
    standing: [10, 8, 6, 6],
    /// Nearness to the ring victory: the square of the share reached, in hundredths.
    ring_nearness: [15, 9, 6, 6],
    /// Nearness to the territory victory, likewise.
    territory_nearness: [6, 5, 6, 6],
    /// Whether a victory by rings or territory only waits for the turn to end.
    reached: [2785, 2000, 2000, 2000],
    /// Whether it is this colour's turn.
    tempo: [54, 60, 60, 60],
}

impl Weights {
    /// The weights tuned for a board and so many players.
    #[must_use]
    pub fn of<B: Board>(players: u8) -> Self {
        let large = B::CELLS > 100;
        Weights::column(match (players > 2, large) {
            (false, false) => Column::SmallDuel,
            (false, true) => Column::LargeDuel,
            (true, false) => Column::SmallTable,
            (true, true) => Column::LargeTable,
        })
    }

    /// The weight of the term with this number in [`NAMES`](Weights::NAMES).
    #[must_use]
    pub fn get(&self, index: usize) -> Option<i32> {
        self.to_array().get(index).copied()
    }

    /// Change the weight of the term with this number; `false` when there is none.
    pub fn set(&mut self, index: usize, value: i32) -> bool {
        let weight = Weights::NAMES.get(index).and_then(|name| self.named_mut(name));
        weight.map(|weight| *weight = value).is_some()
    }
}

impl Default for Weights {
    /// Those of the small boards for two.
    fn default() -> Self {
        Weights::column(Column::SmallDuel)
    }
}
