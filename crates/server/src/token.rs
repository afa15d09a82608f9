//! Secrets, from the system's generator.

use takeback_room::Secret;

/// A secret that nobody can guess: tokens, deals and dice of one game come from it.
///
/// # Panics
/// When the system has no randomness to give, on which nothing could be built.
pub(crate) fn secret() -> Secret {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    Secret(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_secrets_are_alike() {
        let all: std::collections::HashSet<[u8; 32]> = (0..1000).map(|_| secret().0).collect();
        assert_eq!(all.len(), 1000);
    }
}
