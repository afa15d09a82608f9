//! Hex on any board, with the swap rule.
