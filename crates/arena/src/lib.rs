//! The registry of games and engines, matches, ratings, records.
