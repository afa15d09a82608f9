//! Naming the words of a journal.

use super::Journal;
use std::fmt;

/// Which words a position has and what they mean. Written by
/// [`layout!`](crate::layout).
pub trait Layout: Sized + Send + Sync + 'static {
    /// The words: an array of fixed size.
    type Words: Clone + AsRef<[u64]> + AsMut<[u64]> + Send + Sync + 'static;
    /// All words zero.
    const ZERO: Self::Words;
    /// Words below this one are part of the key.
    const KEYED: usize;
    /// Words below this one are part of equality.
    const COMPARED: usize;
    /// What `Debug` calls the position.
    const NAME: &'static str;

    /// Name every field and its value.
    fn describe(journal: &Journal<Self>, out: &mut fmt::DebugStruct<'_, '_>);
}

/// Names and places the fields of a [`Journal`].
///
/// ```
/// takeback_core::layout! {
///     /// Words of a position.
///     pub struct Plan {
///         keyed {
///             /// One value.
///             SIDE: takeback_core::Player,
///             /// A row of values.
///             BOARD: [u16; 64],
///             /// A set of small numbers, one bit each.
///             EMPTY: bits [64],
///         }
///         silent {
///             /// Pushed and popped at the end; keeps values beyond its length zero.
///             TAKEN: stack [u8; 32],
///             /// Ordered, with insertion and removal anywhere.
///             HAND: list [u8; 10],
///         }
///         history { SEEN: stack [u64; 100] }
///     }
/// }
/// # fn main() {
/// use takeback_core::Journal;
/// let mut words: Journal<Plan> = Journal::new();
/// let mark = words.mark();
/// Plan::BOARD.set(&mut words, 3, 7);
/// Plan::EMPTY.insert(&mut words, 63);
/// Plan::HAND.insert(&mut words, 0, 5);
/// assert_eq!(Plan::BOARD.get(&words, 3), 7);
/// words.roll_back(mark);
/// assert_eq!(words, Journal::new());
/// # }
/// ```
#[macro_export]
macro_rules! layout {
    (
        $(#[$doc:meta])* $vis:vis struct $plan:ident {
            keyed { $($keyed:tt)* }
            silent { $($silent:tt)* }
            history { $($history:tt)* }
        }
    ) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug)]
        $vis enum $plan {}

        #[allow(dead_code, missing_docs, unreachable_pub)]
        impl $plan {
            $crate::layout!(@fields $plan (0) $($keyed)* , @end KEYED_END);
            $crate::layout!(@fields $plan (Self::KEYED_END) $($silent)* , @end COMPARED_END);
            $crate::layout!(@fields $plan (Self::COMPARED_END) $($history)* , @end WORDS);
        }

        impl $crate::journal::Layout for $plan {
            type Words = [u64; $plan::WORDS];
            const ZERO: Self::Words = [0; $plan::WORDS];
            const KEYED: usize = $plan::KEYED_END;
            const COMPARED: usize = $plan::COMPARED_END;
            const NAME: &'static str = stringify!($plan);

            fn describe(
                journal: &$crate::Journal<Self>,
                out: &mut ::std::fmt::DebugStruct<'_, '_>,
            ) {
                $crate::layout!(@describe journal out $plan $($keyed)*);
                $crate::layout!(@describe journal out $plan $($silent)*);
                $crate::layout!(@describe journal out $plan $($history)*);
            }
        }
    };

    // Fields are placed one after the other: each begins where the last one ended.
    (@fields $plan:ident ($at:expr) $(,)* @end $end:ident) => {
        const $end: usize = $at;
    };
    (@fields $plan:ident ($at:expr) $(#[$doc:meta])* $name:ident : bits [$n:expr] , $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: $crate::journal::Bits<$plan, { $n }> = $crate::journal::Bits::at($at);
        $crate::layout!(@fields $plan (Self::$name.end()) $($rest)*);
    };
    (@fields $plan:ident ($at:expr) $(#[$doc:meta])* $name:ident : stack [$t:ty; $n:expr] , $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: $crate::journal::Stack<$plan, $t, { $n }> = $crate::journal::Stack::at($at);
        $crate::layout!(@fields $plan (Self::$name.end()) $($rest)*);
    };
    (@fields $plan:ident ($at:expr) $(#[$doc:meta])* $name:ident : list [$t:ty; $n:expr] , $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: $crate::journal::List<$plan, $t, { $n }> = $crate::journal::List::at($at);
        $crate::layout!(@fields $plan (Self::$name.end()) $($rest)*);
    };
    (@fields $plan:ident ($at:expr) $(#[$doc:meta])* $name:ident : [$t:ty; $n:expr] , $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: $crate::journal::Array<$plan, $t, { $n }> = $crate::journal::Array::at($at);
        $crate::layout!(@fields $plan (Self::$name.end()) $($rest)*);
    };
    (@fields $plan:ident ($at:expr) $(#[$doc:meta])* $name:ident : $t:ty , $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: $crate::journal::Cell<$plan, $t> = $crate::journal::Cell::at($at);
        $crate::layout!(@fields $plan (Self::$name.end()) $($rest)*);
    };

    (@describe $journal:ident $out:ident $plan:ident $(
        $(#[$doc:meta])* $name:ident : $($kind:ident)? $([$($shape:tt)*])? $(:: $($path:ident)::+)? $(<$arg:ty>)?
    ),* $(,)?) => {
        $( $out.field(stringify!($name), &$plan::$name.shown($journal)); )*
    };
}
