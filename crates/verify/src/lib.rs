//! Laws every game must keep, checked along random and exhaustive walks.
