//! JSON of RingRift.
