//! Rule by rule, the smallest position that shows it.

use crate::{Cause, Chance, Direction, Listing, Move, Small};
use takeback_core::{Game, Keyed, Notation, Payoff, Player, Portable, Turn};

const A: Player = Player(0);
const B: Player = Player(1);
const C: Player = Player(2);

/// A standard 7x7 board without food chance; see `notation.rs` for the words.
fn board(rest: &str) -> Small<4> {
    game("standard", "0,0,14,25", rest)
}

fn game(ruleset: &str, settings: &str, rest: &str) -> Small<4> {
    let text = format!("{ruleset}/empty 7x7 {settings} last t9 frozen-every 0:0.0.0.0 {rest}");
    Small::read_position(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Play a round by words, and see it taken back exactly on the way.
fn play(mut game: Small<4>, words: &str) -> Small<4> {
    let before = game.clone();
    let moves: Vec<Move> = words.split(' ').map(|w| game.read_move(w).unwrap()).collect();
    let undos: Vec<_> = moves.iter().map(|&m| game.make(m)).collect();
    for (&m, undo) in moves.iter().zip(undos).rev() {
        game.unmake(m, undo);
    }
    assert_eq!(game, before);
    assert_eq!(game.key(), before.key());
    for m in moves {
        game.make(m);
    }
    assert_eq!(game.key(), game.key_from_scratch());
    game
}

fn fate(game: &Small<4>, seat: Player) -> Option<(Cause, Option<u8>)> {
    game.fate(seat).map(|fate| (fate.cause, fate.by))
}

#[test]
fn equal_heads_kill_each_other_and_the_longer_survives() {
    let even = play(board("F:- H:- 90@2,3:ll 90@4,3:rr 90@0,0:uu"), "right left right");
    assert_eq!(fate(&even, A), Some((Cause::HeadCollision, Some(1))));
    assert_eq!(fate(&even, B), Some((Cause::HeadCollision, Some(0))));
    let uneven = play(board("F:- H:- 90@2,3:lld 90@4,3:rr 90@0,6:rr"), "right left down");
    assert_eq!(fate(&uneven, A), None);
    assert_eq!(fate(&uneven, B), Some((Cause::HeadCollision, Some(0))));
}

/// All three eat the food between them; growth is counted before heads meet.
#[test]
fn several_may_eat_one_food_and_then_collide() {
    let game = play(board("F:3,3;6,6 H:- 50@2,3:lu 50@4,3:rr 50@3,4:uur"), "right left down");
    assert_eq!(game.length(A), 4);
    assert_eq!((game.health(A), game.health(B)), (100, 100));
    assert_eq!(fate(&game, A), Some((Cause::HeadCollision, Some(2))));
    assert_eq!(fate(&game, B), Some((Cause::HeadCollision, Some(2))));
    assert_eq!(fate(&game, C), None);
    let six = game.board().cell(crate::Point::new(6, 6)).unwrap();
    assert_eq!(game.food_list(), [six]);
}

#[test]
fn swapping_places_kills_both() {
    let game = play(board("F:- H:- 90@2,3:lld 90@3,3:rr 90@0,6:rr"), "right left down");
    assert_eq!(fate(&game, A), Some((Cause::SnakeCollision, Some(1))));
    assert_eq!(fate(&game, B), Some((Cause::SnakeCollision, Some(0))));
}

#[test]
fn a_tail_may_be_followed_unless_it_has_just_grown() {
    let loose = play(board("F:- H:- 90@1,1:rul 90@5,4:uu"), "up right");
    assert_eq!(fate(&loose, A), None);
    let grown = play(board("F:- H:- 90@1,1:rul= 90@5,4:uu"), "up right");
    assert_eq!(fate(&grown, A), Some((Cause::SelfCollision, Some(0))));
    // What the other eats in the same round makes no difference to its tail.
    let eats = play(board("F:5,6 H:- 90@3,3:ll 90@5,5:dll 90@0,0:uu"), "up up right");
    assert_eq!(eats.length(B), 5);
    let follow = play(board("F:6,5 H:- 90@2,4:ll 90@5,5:dll 90@0,0:uu"), "right right right");
    assert_eq!(fate(&follow, A), None, "{follow:?}");
}

#[test]
fn walls_kill_and_wrapped_boards_have_none() {
    let wall = play(board("F:- H:- 90@0,3:rr 90@6,6:ll"), "left down");
    assert_eq!(fate(&wall, A), Some((Cause::WallCollision, None)));
    assert_eq!(wall.board().point(wall.head(A)), crate::Point::new(-1, 3));
    let wrap = play(game("wrapped", "0,0,14,25", "F:- H:- 90@0,3:rr 90@6,6:ll"), "left down");
    assert_eq!(wrap.board().point(wrap.head(A)), crate::Point::new(6, 3));
}

#[test]
fn hunger_comes_before_the_wall_and_food_before_hunger() {
    let both = play(board("F:- H:- 1@0,3:rr 90@6,6:ll"), "left down");
    assert_eq!(fate(&both, A), Some((Cause::OutOfHealth, None)));
    let fed = play(board("F:0,4 H:- 1@0,3:rr 90@6,6:ll"), "up down");
    assert_eq!((fate(&fed, A), fed.health(A)), (None, 100));
}

#[test]
fn who_starves_or_leaves_does_not_block() {
    // B starves on the spot, so A may run through it.
    let starved = play(board("F:- H:- 90@2,3:ll 1@3,4:ddd 90@6,6:ll"), "right up down");
    assert_eq!(fate(&starved, A), None);
    assert_eq!(fate(&starved, B), Some((Cause::OutOfHealth, None)));
    // B runs into C and still blocks A in the same round.
    let bitten = play(board("F:- H:- 90@2,3:ll 90@3,4:ddd 90@5,4:luu"), "right right up");
    assert_eq!(fate(&bitten, B).unwrap().0, Cause::SnakeCollision);
    assert_eq!(fate(&bitten, A), Some((Cause::SnakeCollision, Some(1))));
}

#[test]
fn hazards_hurt_by_the_layer_and_food_lifts_them() {
    let hurt = play(board("F:- H:2,3*2 90@2,2:dd 90@6,6:ll"), "up down");
    assert_eq!(hurt.health(A), 90 - 1 - 28);
    let dead = play(board("F:- H:2,3*2 29@2,2:dd 90@6,6:ll"), "up down");
    assert_eq!((fate(&dead, A), dead.health(A)), (Some((Cause::Hazard, None)), 0));
    let lifted = play(board("F:2,3 H:2,3*9 5@2,2:dd 90@6,6:ll"), "up down");
    assert_eq!((fate(&lifted, A), lifted.health(A)), (None, 100));
    let heals = play(game("standard", "0,0,-30,25", "F:- H:2,3*2 80@2,2:dd 90@6,6:ll"), "up down");
    assert_eq!(heals.health(A), 100);
    let harmless = play(game("standard", "0,0,0,25", "F:- H:2,3 1@2,2:dd 90@6,6:ll"), "up down");
    assert_eq!(fate(&harmless, A), Some((Cause::Hazard, None)));
}

#[test]
fn the_longest_is_to_blame_and_among_equals_the_first() {
    // B and C both lie where A goes only in written-down positions.
    let game =
        play(board("F:- H:- 90@2,3:ll 90@3,4:ddr 90@4,3:llrr 90@6,6:ll"), "right up right down");
    assert_eq!(fate(&game, A), Some((Cause::SnakeCollision, Some(2))));
}

#[test]
fn doubled_food_feeds_twice() {
    let game = play(board("F:2,3;5,5;2,3 H:- 50@2,2:dd 90@6,6:ll"), "up down");
    assert_eq!(game.length(A), 5);
    assert_eq!(game.food_list().len(), 1);
}

#[test]
fn constrictors_grow_and_food_goes() {
    let game =
        play(game("constrictor", "0,0,14,25", "F:3,3;4,4 H:- 50@2,2:dd 90@6,6:ll"), "up down");
    assert_eq!((game.length(A), game.health(A)), (4, 100));
    assert!(game.food_list().is_empty());
    let again = play(game, "up down");
    assert_eq!(again.length(A), 5);
}

#[test]
fn a_short_snake_may_turn_back_and_one_cell_has_no_body() {
    let two = play(board("F:- H:- 90@2,2:d 90@6,6:ll"), "down down");
    assert_eq!(fate(&two, A), None);
    let three = play(board("F:- H:- 90@2,2:dd 90@6,6:ll"), "down down");
    assert_eq!(fate(&three, A), Some((Cause::SelfCollision, Some(0))));
    let one = play(board("F:- H:- 90@2,2: 90@6,6:ll"), "up down");
    assert_eq!((fate(&one, A), one.length(A)), (None, 1));
    // Its second entry would lie under its own head.
    let fed = play(board("F:2,3 H:- 90@2,2: 90@6,6:ll"), "up down");
    assert_eq!(fate(&fed, A), Some((Cause::SelfCollision, Some(0))));
}

#[test]
fn royale_clears_hazards_until_the_first_shrink() {
    let early = play(game("royale", "0,0,14,25", "F:- H:2,3 90@2,2:dd 90@6,6:ll"), "up down");
    assert!(early.hazards().is_empty());
    assert_eq!(early.health(A), 75);
    let late = play(game("royale", "0,0,14,10", "F:- H:2,3 90@2,2:dd 90@6,6:ll"), "up down");
    assert_eq!(late.hazards().count(), 1);
}

#[test]
fn unknown_words_go_straight_on() {
    let moves = |rest: &str| board(rest).default_move(A);
    assert_eq!(moves("F:- H:- 90@2,2:ll 90@6,6:ll"), Direction::Right);
    assert_eq!(moves("F:- H:- 90@2,2:uu 90@6,6:ll"), Direction::Down);
    assert_eq!(moves("F:- H:- 90@2,2:== 90@6,6:ll"), Direction::Up);
    let wrapped = game("wrapped", "0,0,14,25", "F:- H:- 90@0,2:ll 90@6,6:ll");
    assert_eq!(wrapped.default_move(A), Direction::Right);
}

#[test]
fn nobody_sees_a_choice_before_all_have_made_theirs() {
    let mut game = board("F:- H:- 90@2,2:dd 90@4,4:uu 90@6,6:ll");
    let before = game.clone();
    game.make(Move::Go(Direction::Up));
    assert_eq!(game.plain(), before.plain());
    assert_eq!(game.turn(), Turn::Together([B, C].into_iter().collect()));
    assert_ne!(game.key(), before.key());
}

#[test]
fn the_last_one_wins_and_nobody_left_is_a_draw() {
    let won = play(board("F:- H:- 90@0,3:rr 90@6,6:ll"), "left down");
    assert_eq!(won.turn(), Turn::Over);
    assert_eq!((won.payoff(A), won.payoff(B)), (Payoff::LOSS, Payoff::WIN));
    let drawn = play(board("F:- H:- 90@0,3:rr 90@6,6:ll"), "left up");
    assert_eq!((drawn.payoff(A), drawn.payoff(B)), (Payoff::DRAW, Payoff::DRAW));
}

#[test]
fn prudence_lists_no_certain_death_unless_there_is_nothing_else() {
    let list = |rest: &str| {
        let game = board(rest).with_listing(Listing::Prudent);
        game.legal_moves().iter().map(|&m| game.move_text(m)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(list("F:- H:- 90@0,0:ru 90@6,6:ll"), "up");
    assert_eq!(list("F:- H:- 90@3,3:dd 90@6,6:ll"), "up left right");
    assert_eq!(list("F:- H:3,4*7 90@3,3:dd 90@6,6:ll"), "left right");
    assert_eq!(list("F:2,3 H:- 1@3,3:dd 90@6,6:ll"), "left");
    // Surrounded by its own body: any move will do, one is listed.
    assert_eq!(list("F:- H:- 90@0,0:ruul=d= 90@6,6:ll"), "up");
    // Into the other only where all else is certain death.
    assert_eq!(list("F:- H:- 90@0,0:ru 90@0,2:d= 90@6,6:ll"), "up");
}

#[test]
fn freezing_drops_a_chance_move_that_is_due() {
    let text =
        "standard/standard 7x7 15,1,14,25 last t9 live-every 0:0.0.0.0 F:- H:- 90@2,2:dd 90@6,6:ll";
    let mut game = Small::<4>::read_position(text).unwrap();
    game.make(Move::Go(Direction::Up));
    game.make(Move::Go(Direction::Down));
    assert_eq!(game.turn(), Turn::Chance);
    let frozen = game.with_chance(Chance::Frozen);
    assert!(matches!(frozen.turn(), Turn::Together(_)));
    assert_eq!(frozen.key(), frozen.key_from_scratch());
}

#[test]
fn bad_positions_are_refused_with_every_reason() {
    let refused = |rest: &str| {
        let text = format!("standard/empty 7x7 0,0,14,25 last t9 {rest}");
        Small::<4>::read_position(&text).expect_err(&text).to_string()
    };
    let many = refused("frozen-every 0:0.0.0.0 F:9,9 H:- 190@2,2:dd 90@6,6:rr");
    assert!(many.contains("food off the board at 9,9"), "{many}");
    assert!(many.contains("snake 0 has health 190"), "{many}");
    assert!(many.contains("snake 1 lies off the board at 7,6"), "{many}");
    for rest in [
        "",
        "frozen-every",
        "frozen-every 0:0.0.0.0 F:- H:-",
        "frozen-every 1:0.0.0.0 F:- H:- 90@2,2:dd 90@6,6:ll",
        "live-every 2:0.0.0.0 F:- H:- 90@2,2:dd 90@6,6:ll",
        "live-every 70000:0.0.0.0 F:- H:- 90@2,2:dd 90@6,6:ll",
        "live-every 0:0.7.0.0 F:- H:- 90@2,2:dd 90@6,6:ll",
        "live-every 0:999.0.0.0 F:- H:- 90@2,2:dd 90@6,6:ll",
        "frozen-every 0:0.0.0.0 F:- H:- 90@2,2:dd>u 90@6,6:ll>u",
        "frozen-every 0:0.0.0.0 F:- H:- 90@2,2:dd 90@6,6:ll>u",
        "frozen-every 0:0.0.0.0 F:- H:- 90@2,2:dx 90@6,6:ll",
        "frozen-every 0:0.0.0.0 F:- H:- 90@2,2:(9,9 90@6,6:ll",
        "frozen-every 0:0.0.0.0 F:- H:- 90@2,2:é 90@6,6:ll",
        "frozen-every 0:0.0.0.0 F:- H:1,1*999 90@2,2:dd 90@6,6:ll",
    ] {
        refused(rest);
    }
}
