//! More than two players.
//!
//! | search | what the others are taken to do |
//! |---|---|
//! | [`MaxN`] | play for themselves (Luckhardt and Irani 1986) |
//! | [`Paranoid`] | all play against you (Sturtevant 2000) |
//! | [`BestReply`] | one a round plays against you (BRS+, Esser and others 2013) |
//!
//! A [`Locality`] narrows them to those who matter: a snake at the other end
//! of the board need not branch.

mod alliance;
mod locality;
mod maxn;

pub use alliance::{BestReply, Paranoid};
pub use locality::{Everyone, Locality, Within};
pub use maxn::{MaxN, Sums};
