//! RingRift for two to four on square and hexagonal boards.
