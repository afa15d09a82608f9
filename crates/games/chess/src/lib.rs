//! Chess by wrapping cozy-chess: bring your own rules.
