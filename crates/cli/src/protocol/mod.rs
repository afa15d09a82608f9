//! Line protocols on standard input and output, one folder or file each.

pub(crate) mod htp;
pub(crate) mod uci;
