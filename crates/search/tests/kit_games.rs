//! The same demands on games that are written on the element kit: Hex, and
//! Goofspiel, which is played in rounds with a hidden deck.

mod mcts_games;

use mcts_games::probe::Probe;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::{Game, Hidden, Player, Simultaneous, SplitMix, Turn};
use takeback_kit::goofspiel::Goofspiel;
use takeback_kit::hex::Hex;
use takeback_kit::{KitGame, View};
use takeback_search::ismcts::IsMcts;
use takeback_search::mcts::{Decoupled, Mcts};
use takeback_search::{Limits, Report, Score, Search, Stopped};

fn hex(size: u16, moves: &[u16]) -> KitGame<Hex> {
    let mut game = KitGame::new(Hex { size });
    for &m in moves {
        let _ = game.make(m);
    }
    game
}

fn goofspiel(players: u8, cards: u8, seed: u32) -> KitGame<Goofspiel> {
    KitGame::new(Goofspiel { players, cards, seed })
}

fn run<G: Game>(search: &mut impl Search<G>, game: &G, iterations: u64) -> Report<G::Move> {
    search.search(game, &Limits::iterations(iterations), &mut |_| {}).expect("a playable game")
}

/// Elements made, moved and removed, rounds, tracks and messages: after every
/// simulation all of it is as it was.
#[test]
fn every_simulation_ends_where_it_began() {
    let game = Probe::new(hex(4, &[5, 6]));
    let report = run(&mut Mcts::uniform(), &game, 1500);
    assert_eq!(game.seen.wrong.load(Relaxed), 0);
    assert!(game.seen.returns.load(Relaxed) >= report.iterations);
    assert_eq!(game.game, hex(4, &[5, 6]));
    for players in [2, 3] {
        let game = Probe::new(goofspiel(players, 4, 7));
        let report = run(&mut Mcts::uniform(), &game, 1500);
        assert_eq!(game.seen.wrong.load(Relaxed), 0);
        assert!(game.seen.returns.load(Relaxed) >= report.iterations);
        assert_eq!(game.game, goofspiel(players, 4, 7));
    }
}

/// A finished playout leaves phase, winners and flow behind it: the next child
/// is explored all the same.
#[test]
fn after_a_finished_game_the_next_sibling_is_explored() {
    let game = hex(3, &[0]);
    let report = run(&mut Mcts::uniform(), &game, 40);
    assert_eq!(report.root.len(), game.legal_moves().len());
    // One stone more joins top and bottom.
    let game = hex(3, &[1, 3, 4, 8]);
    let report = run(&mut Mcts::uniform(), &game, 400);
    assert!(matches!(report.score, Score::Win(1)), "{:?}", report.score);
    let after = game.apply(report.best);
    assert_eq!(after.turn(), Turn::Over, "the immediate win is played");
}

#[test]
fn a_panic_in_the_rules_surfaces_and_leaves_everything_usable() {
    let mut game = Probe::new(goofspiel(2, 4, 1));
    game.fuse = 3000;
    let mut search = Mcts::uniform();
    let limits = Limits::iterations(100_000);
    let answer = catch_unwind(AssertUnwindSafe(|| search.search(&game, &limits, &mut |_| {})));
    assert!(answer.is_err(), "the fuse blew");
    assert_eq!(game.game, goofspiel(2, 4, 1));
    game.fuse = u64::MAX;
    assert_eq!(run(&mut search, &game, 300).iterations, 300);
}

/// Options of the rules and changes made to the board directly are part of the
/// root, whatever led there.
#[test]
fn a_root_is_searched_as_it_stands() {
    let played = hex(4, &[0, 1, 2]);
    let report = run(&mut Mcts::uniform(), &played, 400);
    assert_eq!(report.root.len(), 13);
    let mut direct = goofspiel(2, 3, 5);
    let card = direct.board().children(takeback_kit::Id(4)).next().expect("a hand of cards");
    direct.board_mut().remove(card);
    let report = run(&mut Decoupled::uct().seat(Player(0)), &direct, 400);
    assert_eq!(report.root.len(), 2, "a card is gone");
}

#[test]
fn every_seat_gets_a_legal_move_and_the_same_one_for_the_same_seed() {
    for seat in 0..3 {
        let game = goofspiel(3, 5, 11);
        let search = |seed| {
            let limits = Limits { seed, ..Limits::iterations(600) };
            let mut search = Decoupled::uct().seat(Player(seat));
            search.search(&game, &limits, &mut |_| {}).expect("playable")
        };
        let report = search(3);
        let mut legal = takeback_core::Moves::new();
        game.choices(Player(seat), &mut legal);
        assert!(legal.as_slice().contains(&report.best));
        assert_eq!(report.stopped, Some(Stopped::Iterations));
        assert_eq!((search(3).best, search(3).root), (report.best, report.root));
    }
}

/// With one card left apart from the top one, bidding the top card for the
/// best prize cannot be refuted; a search that lets the other answer the bid
/// would find it worth nothing.
#[test]
fn rounds_are_attributed_to_those_who_choose_together() {
    let mut first = 0;
    for seed in 0..12 {
        let game = goofspiel(2, 2, seed);
        let uct = run(&mut Decoupled::uct().seat(Player(0)), &game, 3000);
        let regret = run(&mut Decoupled::regret().seat(Player(1)), &game, 3000);
        let top = game.board().first(takeback_kit::Id(3)).expect("a prize is shown");
        let prize: u8 = game.board().value(top, takeback_kit::Attribute(0));
        if prize == 2 {
            first += 1;
            assert_eq!((uct.best, regret.best), (2, 2), "seed {seed}");
        }
    }
    assert!(first > 2, "no deal showed the best prize first");
}

/// The order of the prizes is hidden. Whatever it is, the answer for the same
/// seed is the same, so nothing of it can have been used; and the search goes
/// over many orders.
#[test]
fn what_is_hidden_makes_no_difference() {
    let mut rng = SplitMix::new(4);
    for seed in 0..6 {
        let mut game = goofspiel(2, 5, seed);
        let search = |game: &KitGame<Goofspiel>| {
            let limits = Limits { seed: 9, ..Limits::iterations(400) };
            let report = IsMcts::single().search(game, &limits, &mut |_| {}).expect("playable");
            (report.best, report.root)
        };
        let seen: View = game.observation(Player(0));
        let answer = search(&game);
        for _ in 0..3 {
            let redeal = game.redeal(Player(0), &mut rng);
            assert_eq!(game.observation(Player(0)).key(), seen.key());
            assert_eq!(search(&game), answer, "seed {seed}");
            game.undo_redeal(redeal);
        }
        assert_eq!(game, goofspiel(2, 5, seed));
    }
}

/// With no weight on exploration a search returns to the first good thing; with
/// much it goes round. The factor is asked for at every position of the tree.
#[test]
fn exploration_follows_the_position() {
    let game = hex(4, &[]);
    let spread = |mut search: Mcts<KitGame<Hex>, _>| {
        let report = run(&mut search, &game, 800);
        report.root.iter().map(|row| row.visits).max().unwrap_or(0)
    };
    let usual = spread(Mcts::uniform());
    assert_eq!(spread(Mcts::uniform().exploring(|_| 1.0)), usual, "1 is as usual");
    let wide = spread(Mcts::uniform().exploring(|_| 20.0));
    let narrow = spread(Mcts::uniform().exploring(|_| 0.1));
    assert!(wide < usual && usual < narrow, "{wide} {usual} {narrow}");
    // Only below the root, which hears of it all the same.
    let deep = |game: &KitGame<Hex>| if game.legal_moves().len() < 16 { 20.0 } else { 1.0 };
    assert_ne!(run(&mut Mcts::uniform().exploring(deep), &game, 800).root, {
        run(&mut Mcts::uniform(), &game, 800).root
    });
}

#[test]
fn exploration_follows_the_position_where_something_is_hidden() {
    let game = goofspiel(2, 5, 3);
    let most = |exploring: Option<fn(&KitGame<Goofspiel>) -> f32>| {
        let mut search = IsMcts::single();
        search.exploring = exploring;
        run(&mut search, &game, 600).root.iter().map(|row| row.visits).max().unwrap_or(0)
    };
    assert_eq!(most(Some(|_| 1.0)), most(None));
    assert!(most(Some(|_| 20.0)) < most(None) && most(None) < most(Some(|_| 0.05)));
}

/// A search on a position that heeds urgent moves plays one at once where it is the
/// only one, and its playouts differ.
#[test]
fn urgent_answers_are_searched_alone() {
    // Blue cut into a bridge between c2 and b4.
    let game = hex(5, &[7, 20, 16, 12]);
    let report = run(&mut Mcts::uniform(), &game.heeding(), 200);
    assert_eq!(report.best, 11, "b3 is all there is to think about");
    let whole = run(&mut Mcts::uniform(), &game, 400);
    assert_eq!(whole.root.len(), game.legal_moves().len());
    let start = hex(5, &[]);
    let heeding = run(&mut Mcts::uniform(), &start.heeding(), 400);
    assert_eq!(heeding.root.len(), 25);
    assert_ne!(heeding.root, run(&mut Mcts::uniform(), &start, 400).root);
}
