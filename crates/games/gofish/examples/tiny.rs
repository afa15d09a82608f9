//! Solve Go Fish with tiny decks, hidden hands and all: what the first player can expect.
//!
//!     cargo run --release -p takeback-gofish --example tiny -- [RANKSxCOPIES:DEAL …]

use takeback_gofish::{Options, Undealt};
use takeback_search::equilibrium::{Cfr, Rule, Tree, points, victory};

/// More positions than that are not written out.
const MOST: usize = 20_000_000;
/// Books that a solution may give away.
const CLOSE: f64 = 1e-4;

fn solve(name: &str) -> Option<()> {
    let (deck, hand) = name.split_once(':')?;
    let (ranks, copies) = deck.split_once('x')?;
    let number = |text: &str| text.parse::<u8>().ok();
    let options = Options::tiny(2, number(ranks)?, number(copies)?, number(hand)?);
    let table = match Undealt::new(options) {
        Ok(table) => table,
        Err(error) => {
            println!("{name}: {error}");
            return Some(());
        }
    };
    for (unit, worth) in [("books", points as fn(&Undealt, _) -> f64), ("wins", victory)] {
        let tree = match Tree::unroll(&table, worth, MOST) {
            Ok(tree) => tree,
            Err(error) => {
                println!("{name}: {error}");
                return Some(());
            }
        };
        let mut cfr = Cfr::new(&tree, Rule::Plus);
        let mut given = f64::INFINITY;
        while given > CLOSE && cfr.iterations() < 5_000 {
            (0..50).for_each(|_| cfr.iterate());
            given = tree.exploitability(&cfr.average()).nash_conv();
        }
        let value = tree.values(&cfr.average())[0];
        println!(
            "{name}: {value:+.4} {unit}, {} sets, {} positions, {} iterations, gives away {given:.5}",
            tree.sets().count(),
            tree.positions(),
            cfr.iterations()
        );
    }
    Some(())
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let usual = ["2x2:1", "3x2:1", "3x2:2", "2x3:1", "2x4:1", "2x4:2", "4x2:1", "4x2:2"];
    let names = if given.is_empty() { usual.map(str::to_owned).to_vec() } else { given };
    for name in names {
        if solve(&name).is_none() {
            eprintln!("{name} is no deck such as 3x2:1");
        }
    }
}
