//! The lent rules are takeback's rules, and every library plays by them.
