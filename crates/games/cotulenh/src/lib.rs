//! CoTuLenh, or Commander Chess.
