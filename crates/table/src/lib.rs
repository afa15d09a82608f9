//! A rules kit for card and board games made of elements.
