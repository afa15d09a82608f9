//! The laws over rulesets, sizes and maps, and the fast position against its
//! slow twin.

mod golden;
mod maps;
mod rules;

use crate::plain::{PlainBoard, Said};
use crate::{
    Battlesnake, Chance, Direction, Large, Listing, Map, Medium, Move, Ruleset, Settings, Setup,
    Small,
};
use takeback_core::{Game, Player, RandomMove, SplitMix, Turn};
use takeback_verify::Laws;

/// What mostly comes up: short intervals, so that hazards appear early.
fn brisk() -> Settings {
    Settings { food_spawn_chance: 30, minimum_food: 2, hazard_damage: 20, shrink_every: 3 }
}

fn start<const W: usize, const S: usize>(
    ruleset: Ruleset,
    map: Map,
    size: (u8, u8),
    snakes: usize,
    seed: u64,
) -> Battlesnake<W, S> {
    let setup = Setup::start(ruleset, brisk(), map, size, snakes, seed).unwrap();
    Battlesnake::new(&setup).unwrap()
}

fn laws<const W: usize, const S: usize>(name: &str, game: &Battlesnake<W, S>, plies: u64) {
    for chance in [Chance::Live, Chance::Frozen] {
        for listing in [Listing::Every, Listing::Prudent] {
            let start = game.clone().with_chance(chance).with_listing(listing);
            Laws::new(format!("{name} {chance:?} {listing:?}"), start)
                .keyed()
                .notation()
                .portable()
                .indexed()
                .random_move()
                .playout()
                .simultaneous()
                .plies(plies)
                .seed(1)
                .assert();
        }
    }
}

#[test]
fn the_laws_hold_in_every_ruleset() {
    for ruleset in Ruleset::ALL {
        let snakes = if ruleset == Ruleset::Solo { 1 } else { 3 };
        let game: Small<3> = start(ruleset, Map::Standard, (7, 7), snakes, 3);
        laws(ruleset.name(), &game, 150);
    }
}

#[test]
fn the_laws_hold_on_every_map() {
    for &map in Map::ALL {
        let (ruleset, snakes) =
            if map == Map::SoloMaze { (Ruleset::Solo, 1) } else { (Ruleset::Wrapped, 2) };
        let game: Large<2> = start(ruleset, map, map.sizes()[0], snakes, 5);
        Laws::new(map.name(), game.with_chance(Chance::Live).with_listing(Listing::Prudent))
            .keyed()
            .notation()
            .portable()
            .random_move()
            .plies(60)
            .seed(2)
            .assert();
    }
}

#[test]
fn the_laws_hold_for_many_snakes_and_large_boards() {
    let game: Medium<16> = start(Ruleset::Standard, Map::Standard, (19, 19), 16, 1);
    laws("16 snakes", &game, 60);
    let game: Large<4> = start(Ruleset::Royale, Map::Royale, (25, 25), 4, 1);
    laws("25x25", &game, 40);
}

#[test]
fn a_duel_is_zero_sum() {
    let game: Small<2> = start(Ruleset::Standard, Map::Standard, (7, 7), 2, 9);
    Laws::new("duel", game).zero_sum().plies(300).assert();
}

/// The position after a whole round as the rule book has it.
fn twin<const W: usize, const S: usize>(game: &Battlesnake<W, S>, choices: u32) -> PlainBoard {
    let said: Vec<Said> = (0..game.players())
        .map(|seat| Said::Go(Direction::from_bits(choices >> (2 * seat))))
        .collect();
    let mut plain = game.plain();
    let over = plain.play(&said, &game.table.rules, game.board().edge()).unwrap();
    assert!(!over);
    plain.hazards.sort_unstable_by_key(|p| (p.y, p.x));
    plain
}

/// Random games, food and hazards live, each round beside its twin, unmade and
/// made again, and the whole game rolled back at the end.
fn walk_beside_twin<const W: usize, const S: usize>(game: &Battlesnake<W, S>, seed: u64) {
    let mut rng = SplitMix::new(seed);
    let mut game = game.clone();
    let start = game.clone();
    let mut line = Vec::new();
    for _ in 0..400 {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let m = game.random_move(&mut rng);
                line.push((m, game.make(m)));
            }
            _ => {
                let mut choices = 0;
                for seat in game.living().iter() {
                    let m = game.random_move(&mut rng);
                    let Move::Go(direction) = m else { panic!("{m:?}") };
                    choices |= (direction as u32) << (2 * seat.0);
                    if game.pending.len() == 1 {
                        check_round(&game, choices);
                    }
                    line.push((m, game.make(m)));
                }
            }
        }
    }
    while let Some((m, undo)) = line.pop() {
        game.unmake(m, undo);
    }
    assert_eq!(game, start);
    assert_eq!(game.key, start.key);
}

fn check_round<const W: usize, const S: usize>(game: &Battlesnake<W, S>, choices: u32) {
    let mut bare = game.clone().with_chance(Chance::Frozen);
    bare.choices = 0;
    bare.pending = bare.living;
    bare.key = bare.scratch_key();
    let before = bare.clone();
    let expected = twin(&bare, choices);
    let round = bare.make_round(choices);
    assert_eq!(bare.plain(), expected);
    bare.unmake_round(&round);
    assert_eq!(bare, before);
    assert_eq!(bare.key, before.key);
}

#[test]
fn rounds_agree_with_the_slow_twin() {
    for ruleset in Ruleset::ALL {
        let snakes = if ruleset == Ruleset::Solo { 1 } else { 4 };
        for seed in 0..12 {
            let listing = if seed % 3 == 0 { Listing::Every } else { Listing::Prudent };
            let game: Small<4> = start(ruleset, Map::Standard, (7, 7), snakes, seed);
            walk_beside_twin(&game.with_chance(Chance::Live).with_listing(listing), seed);
            let game: Small<4> = start(ruleset, Map::Royale, (5, 4), snakes, seed);
            walk_beside_twin(&game.with_chance(Chance::Live).with_listing(listing), seed);
        }
    }
}

#[test]
fn a_copy_over_an_old_position_is_the_position() {
    let mut old: Small<4> = start(Ruleset::Standard, Map::Standard, (11, 11), 4, 1);
    let new: Small<4> = start(Ruleset::Wrapped, Map::Columns, (7, 7), 3, 2);
    old.clone_from(&new);
    assert_eq!(old, new);
    assert_eq!(old.key, old.scratch_key());
    assert_eq!(old.living(), new.living());
    assert_eq!(old.head(Player(2)), new.head(Player(2)));
}
