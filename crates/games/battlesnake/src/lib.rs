//! Battlesnake, all official rulesets.
