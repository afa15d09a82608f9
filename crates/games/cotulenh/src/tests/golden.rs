//! Counts that must not change. Placeholder until counted.
