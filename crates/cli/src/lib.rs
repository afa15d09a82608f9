//! The command line: play, analyse, verify, measure.
