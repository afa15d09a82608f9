//! Values by their type: what crates above this one attach to a game.

use std::any::{Any, TypeId};
use std::collections::HashMap;

/// At most one value of each type.
#[derive(Default)]
pub struct Extensions {
    values: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
}

impl Extensions {
    /// Attach a value, in place of an earlier one of its type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.values.insert(TypeId::of::<T>(), Box::new(value));
    }

    /// The value of this type.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_type() {
        let mut extensions = Extensions::default();
        extensions.insert(7u8);
        extensions.insert("text");
        extensions.insert(8u8);
        assert_eq!(extensions.get::<u8>(), Some(&8));
        assert_eq!(extensions.get::<&str>(), Some(&"text"));
        assert_eq!(extensions.get::<u16>(), None);
    }
}
