//! No search reads what its player cannot see: all that is hidden is dealt anew before
//! the search, and with the same seed every engine of every variant that hides answers
//! the same. Games, engines and options come from the registry, so a new one is held to
//! it without being named here.
//!
//! `-- --nocapture` prints how much was tried.

use takeback::core::{Player, SplitMix};
use takeback::host::engines::EngineInfo;
use takeback::host::play::{Table, Walk};
use takeback::host::spec::{EngineOption, Spec, Takes};
use takeback::host::{Chosen, Registry, Variant};

/// Positions after so many random moves; short games are begun again and again.
const PLIES: [usize; 12] = [2, 22, 14, 5, 9, 3, 2, 4, 3, 5, 2, 4];
/// So many of them are enough.
const ENOUGH: usize = 5;

fn has(engine: &EngineInfo, name: &str) -> bool {
    engine.options.iter().any(|option| option.name == name)
}

/// The engine within a small budget that does not go by the clock.
fn small(engine: &EngineInfo) -> Spec {
    let mut spec = Spec::new(engine.name);
    if has(engine, "seed") {
        spec = spec.saying("seed", 4);
    }
    if has(engine, "iterations") {
        // Some write out the whole game for one, and refuse what is too large.
        spec = spec.saying("iterations", if engine.name == "cfr" { 1 } else { 24 });
    } else if has(engine, "nodes") {
        spec = spec.saying("nodes", 2_000);
    }
    if has(engine, "memory") { spec.saying("memory", 8) } else { spec }
}

/// Every way an option has of looking at things.
fn ways(option: &EngineOption) -> Vec<String> {
    match option.takes {
        Takes::Word(words) => words.iter().map(ToString::to_string).collect(),
        Takes::Flag => vec!["on".to_owned(), "off".to_owned()],
        _ => Vec::new(),
    }
}

/// The engine as it comes, and with every way of every option. What does nothing without
/// some other option is tried with it, where that is a flag.
fn specs(engine: &EngineInfo) -> Vec<Spec> {
    let usual = small(engine);
    let is_flag = |name: &&&str| {
        engine.options.iter().any(|o| o.name == **name && matches!(o.takes, Takes::Flag))
    };
    let ways = engine.options.iter().flat_map(|option| {
        let needed = option.needs.iter().find(is_flag);
        let base = needed.map_or(small(engine), |needed| small(engine).saying(needed, "on"));
        ways(option).into_iter().map(move |way| base.clone().saying(option.name, way))
    });
    std::iter::once(usual).chain(ways.collect::<Vec<_>>()).collect()
}

/// What an engine answers, or why it does not.
fn answer(variant: &dyn Variant, spec: &Spec, table: &dyn Table) -> Result<String, String> {
    let mut seat = variant.engine(spec).map_err(|error| error.to_string())?;
    seat.limits.time = None;
    let found = seat.engine.think(table, &seat.limits, &mut |_| ());
    let found = found.map_err(|error| error.to_string())?;
    let root: Vec<String> =
        found.root.iter().map(|row| format!("{} {:?} {}", row.m, row.score, row.visits)).collect();
    Ok(format!("{} {:?} {root:?}", found.best, found.score))
}

/// A position with a choice to make, and who makes it.
fn position(chosen: Chosen<'_>, seed: usize, plies: usize) -> Option<(Box<dyn Walk>, Player)> {
    let mut rng = SplitMix::new(seed as u64);
    let mut walk = chosen.walk_dealt(seed as u64 + 3);
    for _ in 0..plies {
        walk.play_random(&mut rng);
    }
    // Chance, and moves without a choice, go by.
    while walk.turn().decider().is_none() || walk.count() < 2 {
        if !walk.play_random(&mut rng) {
            return None;
        }
    }
    let player = walk.turn().decider()?;
    Some((walk, player))
}

/// What the others see.
fn others(walk: &dyn Walk, player: Player) -> Vec<Option<String>> {
    let others = Player::all(walk.players()).filter(|&seat| seat != player);
    others.map(|seat| walk.observation(seat)).collect()
}

/// The position dealt anew, in another way if there is one.
fn redealt(walk: &dyn Walk, player: Player) -> Box<dyn Walk> {
    let mut rng = SplitMix::new(7);
    let mut deal = || walk.redealt(player, &mut rng).expect("what hides can be dealt anew");
    let mut other = deal();
    for _ in 0..8 {
        if others(walk, player) != others(&*other, player) {
            break;
        }
        other = deal();
    }
    other
}

/// How much was tried on a variant.
#[derive(Default)]
struct Tried {
    positions: u32,
    /// Positions in which somebody's view changed with the deal.
    anew: u32,
    answers: u32,
    refused: u32,
}

/// The law: ask at positions of a variant and at the same ones dealt anew. `ask` gives
/// what each of several players answers, by name.
fn law(
    chosen: Chosen<'_>,
    ask: impl Fn(&dyn Walk, Player) -> Vec<(String, Result<String, String>)>,
) -> Result<Tried, String> {
    let (name, mut tried) = (chosen.full_name(), Tried::default());
    let tries = PLIES.iter().enumerate();
    let found = tries.filter_map(|(seed, &plies)| position(chosen, seed, plies));
    for (walk, player) in found.take(ENOUGH) {
        let other = redealt(&*walk, player);
        assert_eq!(walk.observation(player), other.observation(player), "{name}");
        tried.positions += 1;
        tried.anew += u32::from(others(&*walk, player) != others(&*other, player));
        for ((who, told), (_, again)) in ask(&*walk, player).into_iter().zip(ask(&*other, player)) {
            if told != again {
                return Err(format!("{name} {who}: {told:?}, dealt anew {again:?}"));
            }
            tried.answers += u32::from(told.is_ok());
            tried.refused += u32::from(told.is_err());
        }
    }
    Ok(tried)
}

/// The variants that hide something.
fn hiding(registry: &Registry) -> impl Iterator<Item = Chosen<'_>> {
    let all = registry.games().iter();
    let all = all.flat_map(|game| (0..game.variants.len()).map(|place| game.nth(place)));
    all.filter(|chosen| chosen.hides())
}

#[test]
fn no_engine_reads_what_is_hidden() {
    let registry = takeback::standard();
    let (mut variants, mut engines, mut answers, mut refused) = (0, 0, 0, 0);
    for chosen in hiding(&registry) {
        let name = chosen.full_name();
        let infos = chosen.engines();
        // A file that was not given cannot be read.
        let infos: Vec<_> = infos.iter().filter(|engine| engine.name != "strategy").collect();
        let specs: Vec<Spec> = infos.iter().flat_map(|engine| specs(engine)).collect();
        let tried = law(chosen, |walk, _| {
            let told = |spec| answer(chosen.variant, spec, &*walk.here());
            specs.iter().map(|spec| (spec.to_string(), told(spec))).collect()
        });
        let tried = tried.unwrap_or_else(|why| panic!("{why}"));
        let Tried { positions, anew, .. } = tried;
        assert!(positions > 0 && anew > 0, "{name}: {anew} of {positions} dealt anew");
        assert!(!infos.is_empty(), "{name} has no engine");
        variants += 1;
        engines += infos.len();
        answers += tried.answers;
        refused += tried.refused;
    }
    println!("{variants} variants, {engines} engines: {answers} answers, {refused} refusals");
    assert!(variants >= 20 && answers > 10 * refused, "{variants} {answers} {refused}");
}

/// Of players who each let one bit of what the others see decide, one at least is found out
/// in every variant.
#[test]
fn whoever_peeps_is_found_out() {
    let registry = takeback::standard();
    for chosen in hiding(&registry) {
        let peeping = law(chosen, |walk, player| {
            let bytes = others(walk, player).into_iter().flatten().flat_map(String::into_bytes);
            let seen = bytes.fold(0, |sum: u64, byte| SplitMix::new(sum ^ u64::from(byte)).next());
            let legal = walk.here().legal();
            let peeper = |bit: usize| {
                let place = usize::from(seen >> bit & 1 == 1) % legal.len();
                (format!("a player who peeps at bit {bit}"), Ok(legal[place].clone()))
            };
            (0..8).map(peeper).collect()
        });
        assert!(peeping.is_err(), "{} does not notice", chosen.full_name());
    }
}
