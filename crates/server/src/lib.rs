//! The web page, the HTTP interface and the services of the games.

#![forbid(unsafe_code)]

pub mod battlesnake;
