//! JSON of Battlesnake.
