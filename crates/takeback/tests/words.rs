//! Moves in words: every game can be asked about any text, legal or not.

use std::collections::BTreeSet;
use takeback::core::SplitMix;

/// Plies of the one game of each variant, and the texts remembered from it.
const PLIES: usize = 40;
const TEXTS: usize = 300;

#[test]
fn what_is_not_legal_is_not_said() {
    let (mut said, mut refused) = (0, 0);
    for game in takeback::standard().games() {
        for variant in &game.variants {
            let mut rng = SplitMix::new(11);
            let mut table = variant.table(None).expect("the start");
            // Texts that every reader of cells takes for a move, and no rule allows.
            let mut texts: BTreeSet<String> = ["a1a1", "0000"].map(str::to_owned).into();
            for _ in 0..PLIES {
                let legal = table.legal();
                let Some(next) = legal.get(rng.below(legal.len().max(1))) else { break };
                for text in texts.iter().filter(|text| !legal.contains(text)) {
                    let words = table.say(text);
                    assert_eq!(words, "", "{}:{}: {text}", game.name, variant.name());
                    refused += 1;
                }
                said += usize::from(!table.say(next).is_empty());
                texts.extend(legal.iter().take(TEXTS.saturating_sub(texts.len())).cloned());
                table.play(next).expect("it is in the list");
            }
        }
    }
    assert!(said > 500 && refused > 5_000, "{said} said, {refused} refused");
}
