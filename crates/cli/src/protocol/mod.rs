//! Line protocols: how other programs talk to the engines.

pub(crate) mod uci;
