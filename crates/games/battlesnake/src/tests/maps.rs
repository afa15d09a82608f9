//! What the official maps do, and where games begin on them.

use crate::{
    Battlesnake, Chance, Large, Listing, Map, Move, Point, Ruleset, Settings, Setup, Small,
};
use takeback_core::{Game, Player, RandomMove, SplitMix, Turn};

fn settings() -> Settings {
    Settings { food_spawn_chance: 0, minimum_food: 0, hazard_damage: 0, shrink_every: 5 }
}

/// A lone snake on a map, kept alive by wrapping and harmless hazards.
fn alone(map: Map, size: u8) -> Large<2> {
    let setup = Setup::start(Ruleset::Wrapped, settings(), map, (size, size), 1, 3).unwrap();
    Battlesnake::new(&setup).unwrap().with_chance(Chance::Live).with_listing(Listing::Prudent)
}

/// Hazards by turn until the snake dies or the turn comes.
fn hazards_by_turn(mut game: Large<2>, last: u32, seed: u64) -> Vec<Vec<Point>> {
    let mut rng = SplitMix::new(seed);
    let mut turns = vec![game.plain().hazards];
    while game.turn_number() < last && !game.turn().is_over() {
        let m = game.random_move(&mut rng);
        game.make(m);
        if !matches!(game.turn(), Turn::Chance) && game.turn_number() as usize == turns.len() {
            turns.push(game.plain().hazards);
        }
    }
    turns
}

fn counts(map: Map, last: u32) -> Vec<usize> {
    hazards_by_turn(alone(map, 11), last, 1).iter().map(Vec::len).collect()
}

#[test]
fn a_spiral_winds_clockwise_from_its_centre() {
    let turns = hazards_by_turn(alone(Map::Spiral, 11), 30, 1);
    let centre = turns[3][0];
    let at = |dx, dy| Point::new(centre.x + dx, centre.y + dy);
    let order =
        [(0, 0), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (-1, 2)];
    for (n, (dx, dy)) in order.into_iter().enumerate() {
        let board = &turns[3 * (n + 1)];
        assert_eq!(board.len(), n + 1);
        assert!(board.contains(&at(dx, dy)), "cell {n}");
    }
}

#[test]
fn scattered_hazards_come_every_second_turn_and_never_twice() {
    let found = counts(Map::Scatter, 20);
    assert!(found.iter().enumerate().all(|(turn, &n)| n == turn / 2), "{found:?}");
}

#[test]
fn boxes_grow_on_their_turns() {
    let grow = hazards_by_turn(alone(Map::GrowBox, 11), 40, 2);
    let sizes: Vec<usize> = [0, 1, 12, 13, 25].into_iter().map(|t| grow[t].len()).collect();
    assert_eq!(sizes[..4], [0, 1, 1, 2]);
    assert!(sizes[4] == 3 || sizes[4] == 4);
    let expand = hazards_by_turn(alone(Map::ExpandBox, 11), 25, 2);
    assert_eq!((expand[1].len(), expand[20].len()), (1, 1));
    assert!(expand[21].len() >= 4);
    let scatter = counts(Map::ExpandScatter, 15);
    assert!(scatter.iter().enumerate().skip(1).all(|(turn, &n)| n == turn.div_ceil(2)));
}

#[test]
fn pits_fill_by_layers_and_empty_again() {
    let found = counts(Map::HazardPits, 40);
    let layers: Vec<usize> = (0..found.len()).step_by(5).skip(1).map(|t| found[t] / 21).collect();
    // Boards 5, 10, 15 … are the last of their beat.
    assert_eq!(layers[..7.min(layers.len())], [0, 1, 2, 3, 4, 4, 4][..7.min(layers.len())]);
}

#[test]
fn sinkholes_widen_and_deepen() {
    let found = counts(Map::Sinkholes, 23);
    assert_eq!([found[1], found[2], found[7], found[12], found[17]], [0, 1, 6, 27, 72]);
}

#[test]
fn pools_dry_up_one_by_one() {
    let found = counts(Map::HealingPools, 12);
    assert_eq!([found[0], found[5], found[6], found[11]], [2, 2, 1, 0]);
}

/// The trail of a snake of three: three layers where its tail was, then less.
#[test]
fn snails_leave_a_trail_that_fades() {
    let turns = hazards_by_turn(alone(Map::SnailMode, 11), 5, 4);
    assert_eq!(turns[..3], [vec![], vec![], vec![]]);
    assert_eq!(turns[3].len(), 3);
    assert_eq!(turns[4].len(), 2 + 3);
}

#[test]
fn royale_takes_one_row_or_column_at_a_time() {
    let turns = hazards_by_turn(alone(Map::Royale, 11), 11, 4);
    assert_eq!(turns[4].len(), 0);
    assert_eq!(turns[5].len(), 11);
    assert!([20, 21, 22].contains(&turns[10].len()));
}

/// The official engine's 15 is 14 in 100.
#[test]
fn food_comes_as_often_as_the_settings_say() {
    let setup = Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (11, 11), 2, 3);
    let mut game: Small<2> = Battlesnake::new(&setup.unwrap()).unwrap().with_chance(Chance::Live);
    game.make(game.legal_moves()[0]);
    game.make(game.legal_moves()[0]);
    assert_eq!(game.turn(), Turn::Chance);
    let listed = game.legal_moves();
    let weight = |m: &Move| u64::from(game.weight(*m));
    let total: u64 = listed.iter().map(weight).sum();
    let none = weight(&Move::NoFood);
    assert_eq!(none * 100, total * 86);
    let mut rng = SplitMix::new(1);
    let came = (0..10_000).filter(|_| game.random_move(&mut rng) != Move::NoFood).count();
    assert!((1_250..1_550).contains(&came), "{came}");
}

#[test]
fn missing_food_is_replaced_at_once() {
    let settings = Settings { minimum_food: 4, ..Settings::default() };
    let setup = Setup::start(Ruleset::Standard, settings, Map::Standard, (7, 7), 2, 3);
    let mut setup = setup.unwrap();
    setup.board.food.truncate(1);
    let mut game: Small<2> = Battlesnake::new(&setup).unwrap().with_chance(Chance::Live);
    game.make(game.legal_moves()[0]);
    game.make(game.legal_moves()[0]);
    let mut rng = SplitMix::new(1);
    let mut placed = 0;
    while game.turn() == Turn::Chance {
        assert!(!game.legal_moves().contains(&Move::NoFood));
        let m = game.random_move(&mut rng);
        game.make(m);
        placed += 1;
    }
    assert_eq!((placed, game.food_list().len()), (3, 4));
}

#[test]
fn games_begin_on_corners_or_middles() {
    for seed in 0..40 {
        for (size, snakes) in [(7, 2), (7, 4), (7, 8), (11, 4), (11, 8), (11, 16), (19, 12)] {
            let map = Map::Standard;
            let setup = Setup::start(
                Ruleset::Standard,
                Settings::default(),
                map,
                (size, size),
                snakes,
                seed,
            )
            .unwrap();
            let heads: Vec<Point> = setup.board.snakes.iter().map(|s| s.body[0]).collect();
            let mut apart = heads.clone();
            apart.sort_unstable();
            apart.dedup();
            assert_eq!(apart.len(), snakes, "two snakes on one cell");
            let food = if snakes > 4 && size < 11 { 1 } else { snakes + 1 };
            assert_eq!(setup.board.food.len(), food);
            if snakes <= 4 {
                let middle = i64::from(size) / 2;
                let on_middle = heads.iter().filter(|h| h.x == middle || h.y == middle).count();
                assert!(on_middle == 0 || on_middle == snakes);
            }
        }
    }
}

#[test]
fn what_a_map_cannot_take_is_refused() {
    let start = |map, size, snakes| {
        Setup::start(Ruleset::Standard, Settings::default(), map, size, snakes, 1)
    };
    assert!(start(Map::CastleWall, (19, 19), 4).is_err());
    assert!(start(Map::Standard, (26, 26), 4).is_err());
    assert!(start(Map::Standard, (11, 11), 17).is_err());
    assert!(start(Map::Standard, (11, 11), 0).is_err());
    assert!(start(Map::SoloMaze, (11, 11), 2).is_err());
    assert!(start(Map::Standard, (3, 3), 16).is_err());
}

#[test]
fn a_solo_maze_is_dug_anew_after_every_meal() {
    let setup = Setup::start(Ruleset::Solo, settings(), Map::SoloMaze, (11, 11), 1, 3).unwrap();
    let mut game: Small<1> = Battlesnake::new(&setup).unwrap().with_chance(Chance::Live);
    let (first, walls) = (game.food_list(), game.hazards().count());
    assert_eq!(first.len(), 1);
    let ways = steps_to(&game, first[0]);
    while game.turn() != Turn::Chance {
        let head = game.head(Player(0));
        let nearer = |&&m: &&Move| {
            let Move::Go(direction) = m else { return false };
            let to = game.board().step(head, direction);
            game.board().is_on(to) && ways[usize::from(to)] < ways[usize::from(head)]
        };
        let m = *game.legal_moves().iter().find(nearer).expect("a corridor leads on");
        game.make(m);
    }
    game.make(Move::Hazard(7));
    assert_eq!(game.food_list().len(), 1);
    assert!(game.hazards().count() < walls, "the next maze is larger");
}

/// Steps from each cell to `goal` without touching a hazard.
fn steps_to(game: &Small<1>, goal: u16) -> Vec<u16> {
    let mut steps = vec![u16::MAX; usize::from(game.board().cells())];
    steps[usize::from(goal)] = 0;
    let mut queue = vec![goal];
    let mut at = 0;
    while at < queue.len() {
        for to in game.board().steps(queue[at]) {
            let open = game.board().is_on(to) && !game.hazards().contains(to);
            if open && steps[usize::from(to)] == u16::MAX {
                steps[usize::from(to)] = steps[usize::from(queue[at])] + 1;
                queue.push(to);
            }
        }
        at += 1;
    }
    steps
}
