//! Random games as one number each, natively: the other half of `js/tools/digests.mjs`.
//!
//! ```text
//! cargo run --profile quick --package takeback-wasm --features games --example digest -- hex:11x11 1 0 5000
//! ```
//!
//! Lines of arguments may come by standard input instead; each is answered by a line.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;
use takeback_search::StopFlag;
use takeback_wasm::{Desk, games};

fn answer(desk: &Desk, words: &[&str]) -> Result<String, String> {
    let [game, seed, from, count] = words else {
        return Err("GAME:VARIANT, a seed, the number of the first game, and how many".to_owned());
    };
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let (seed, from, count) = (number(seed)?, number(from)?, number(count)?);
    desk.digest(game, seed, from, count).map_err(|fault| fault.why)
}

fn main() -> ExitCode {
    let desk = Desk::new(games(), StopFlag::default());
    let given: Vec<String> = std::env::args().skip(1).collect();
    let mut asked: Box<dyn Iterator<Item = String>> = if given.is_empty() {
        Box::new(stdin().lock().lines().map_while(Result::ok))
    } else {
        Box::new(std::iter::once(given.join(" ")))
    };
    let failed = asked.any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match answer(&desk, &words) {
            Ok(text) => {
                println!("{text}");
                stdout().flush().is_err()
            }
            Err(why) => {
                eprintln!("{line}: {why}");
                true
            }
        }
    });
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
