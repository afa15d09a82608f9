//! Players that mix: equilibria solved, sampled or read from a file.

use super::{EngineError, Offer, apart, boxed, hidden};
use crate::spec::{EngineOption, ITERATIONS, NODES, SEED, TIME, TREE, Takes};
use crate::strategies;
use std::path::Path;
use takeback_core::{Hidden, Notation, RandomMove};
use takeback_search::equilibrium::{Oos, Rule, Solver, Tabled, Worth};

const CFR: &[EngineOption] = &[EngineOption::new(
    "rule",
    Takes::Word(&["plus", "vanilla", "linear", "discounted"]),
    "plus",
    "how past iterations of regret minimisation count",
)];

const OOS: &[EngineOption] = &[
    EngineOption::new(
        "explore",
        Takes::Number(0.01, 1.0),
        "0.6",
        "how often a walk tries any move",
    ),
    EngineOption::new(
        "aim",
        Takes::Number(0.0, 0.99),
        "0.5",
        "the part of walks aimed at the position",
    ),
];

const FILE: &[EngineOption] = &[EngineOption::new(
    "file",
    Takes::File,
    "none",
    "the strategy, as `takeback solve GAME --out FILE` writes it",
)];

/// The rule of this name.
#[must_use]
pub fn rule(name: Option<&str>) -> Rule {
    match name {
        Some("vanilla") => Rule::Vanilla,
        Some("linear") => Rule::Linear,
        Some("discounted") => Rule::DISCOUNTED,
        _ => Rule::Plus,
    }
}

/// Hidden information in games whose start is one position: the searches of
/// [`hidden`], online outcome sampling, and strategies from files.
#[must_use]
pub fn mixing<G>(start: fn() -> G, worth: Worth<G>) -> Vec<Offer<G>>
where
    G: Hidden + RandomMove + Notation,
{
    let mut all = hidden();
    let random = all.pop();
    all.push(Offer::new(
        "oos",
        "online outcome sampling: regrets learned while playing; draws from its mix",
        &[&[TIME, NODES, ITERATIONS, SEED, TREE], OOS],
        move |settings| {
            apart(|| {
                let mut oos = Oos::new(start(), worth);
                oos.exploration = settings.number("explore").unwrap_or(oos.exploration);
                oos.aim = settings.number("aim").unwrap_or(oos.aim);
                boxed(oos)
            })
        },
    ));
    all.push(
        Offer::new(
            "strategy",
            "plays a strategy from a file; draws from its mix",
            &[FILE, &[SEED]],
            {
                move |settings| {
                    let Some(file) = settings.file("file") else {
                        return Err(EngineError::Clash {
                            engine: "strategy",
                            why: "say file=PATH",
                        });
                    };
                    apart(|| {
                        let read = strategies::load(Path::new(file), &start());
                        boxed(Tabled::new(
                            read.map_err(|error| EngineError::Strategy(error.to_string()))?,
                        ))
                    })
                }
            },
        )
        .to_the_end(),
    );
    all.extend(random);
    all
}

/// The same with a player that first solves the whole game, for small ones.
#[must_use]
pub fn solvable<G>(start: fn() -> G, worth: Worth<G>) -> Vec<Offer<G>>
where
    G: Hidden + RandomMove + Notation,
{
    let mut all = mixing(start, worth);
    let random = all.pop();
    all.push(
        Offer::new(
            "cfr",
            "counterfactual regret minimisation: solves the game first, then draws from the mix",
            &[&[TIME, ITERATIONS, SEED, TREE], CFR],
            move |settings| {
                apart(|| boxed(Solver::new(start(), worth, rule(settings.word("rule")))))
            },
        )
        .to_the_end(),
    );
    all.extend(random);
    all
}
