//! The games on the kit against plain references, and their laws.

use super::*;
use takeback_core::Notation;

/// Hex the plain way: an array of colours, and a search from edge to edge.
fn wins(size: usize, stones: &[Option<usize>], player: usize) -> bool {
    let at = |x: usize, y: usize| if player == 0 { y * size + x } else { x * size + y };
    let mine = |x: usize, y: usize| stones[at(x, y)] == Some(player);
    let mut todo: Vec<_> = (0..size).filter(|&x| mine(x, 0)).map(|x| (x, 0)).collect();
    let mut seen = todo.clone();
    while let Some((x, y)) = todo.pop() {
        if y + 1 == size {
            return true;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let next = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if next.0 < size && next.1 < size && mine(next.0, next.1) && !seen.contains(&next) {
                seen.push(next);
                todo.push(next);
            }
        }
    }
    false
}

#[test]
fn kit_hex_agrees_with_plain_hex_move_for_move() {
    let mut rng = SplitMix::new(11);
    for size in 1..=9 {
        for _ in 0..10 {
            let mut game = KitGame::new(Hex { size });
            let mut stones = vec![None; usize::from(size * size)];
            let mut player = 0;
            while game.turn() != Turn::Over {
                assert_eq!(game.turn(), Turn::Player(Player(player as u8)));
                let empty: Vec<u16> =
                    (0..size * size).filter(|&n| stones[usize::from(n)].is_none()).collect();
                assert_eq!(game.legal_moves(), empty);
                let m = empty[rng.below(empty.len())];
                let _ = game.make(m);
                stones[usize::from(m)] = Some(player);
                let won = wins(size.into(), &stones, player);
                assert_eq!(game.turn() == Turn::Over, won);
                if won {
                    assert_eq!(game.board().winners(), Players::only(Player(player as u8)));
                }
                player = 1 - player;
            }
        }
    }
}

#[test]
fn kit_hex_agrees_with_fast_hex_move_for_move() {
    use takeback_hex::{Hex as FastHex, Size, Swap};
    let mut rng = SplitMix::new(12);
    for size in [2, 5, 8, 11] {
        for _ in 0..5 {
            let mut kit = KitGame::new(Hex { size });
            let square = Size::square(size.into()).expect("a size");
            let mut fast = FastHex::<u128>::new(square, Swap::Off).expect("it fits");
            while kit.turn() != Turn::Over {
                assert_eq!(kit.turn(), fast.turn());
                let texts = |moves: Vec<String>| {
                    let mut moves = moves;
                    moves.sort();
                    moves
                };
                let moves = kit.legal_moves();
                let slow = texts(moves.iter().map(|&m| kit.move_text(m)).collect());
                let quick = fast.legal_moves().iter().map(|&m| fast.move_text(m)).collect();
                assert_eq!(slow, texts(quick));
                let m = moves[rng.below(moves.len())];
                let text = kit.move_text(m);
                let _ = kit.make(m);
                let same = fast.read_move(&text).expect("the same notation");
                fast.make(same);
            }
            assert_eq!(fast.turn(), Turn::Over);
            for player in [Player::FIRST, Player::SECOND] {
                assert_eq!(kit.payoff(player), fast.payoff(player));
            }
        }
    }
}

#[test]
fn kit_hex_has_the_known_number_of_lines() {
    // Sequences that stop at the win, 3x3 to depth 6 and 4x4 to depth 3.
    fn perft(game: &mut KitGame<Hex>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = game.legal_moves();
        moves.into_iter().map(|m| game.explore(m, |g| perft(g, depth - 1))).sum()
    }
    let mut game = KitGame::new(Hex { size: 3 });
    let counts: Vec<u64> = (1..=6).map(|depth| perft(&mut game, depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720]);
    assert_eq!(perft(&mut KitGame::new(Hex { size: 4 }), 3), 3360);
}

#[test]
fn boards_with_as_many_stones_have_keys_of_their_own() {
    let mut rng = SplitMix::new(4);
    let mut keys = std::collections::HashSet::new();
    for _ in 0..200 {
        let mut game = KitGame::new(Hex { size: 9 });
        for _ in 0..4 {
            let moves = game.legal_moves();
            let _ = game.make(moves[rng.below(moves.len())]);
        }
        keys.insert(game.key());
    }
    assert!(keys.len() >= 199, "{} keys", keys.len());
}

#[test]
fn positions_survive_being_written_down() {
    let mut rng = SplitMix::new(9);
    let mut game = KitGame::new(Goofspiel { players: 3, cards: 6, seed: 5 });
    while game.turn() != Turn::Over {
        let text = game.position_text();
        let read = KitGame::<Goofspiel>::read_position(&text).expect("what was written is read");
        assert_eq!(read, game);
        assert_eq!(read.legal_moves(), game.legal_moves());
        let moves = game.legal_moves();
        let _ = game.make(moves[rng.below(moves.len())]);
    }
}

/// Every damaged text is refused or gives a table that plays to its end.
#[test]
fn damaged_positions_never_panic() {
    let mut rng = SplitMix::new(10);
    let mut game = KitGame::new(Goofspiel { players: 2, cards: 3, seed: 5 });
    let _ = game.make(2);
    let mut hex = KitGame::new(Hex { size: 3 });
    let _ = hex.make(4);
    let (mut refused, mut played) = (0, 0);
    for text in [game.position_text(), hex.position_text()] {
        for _ in 0..4000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bytes.len());
                bytes[at] = b"0123456789abcdef ./|"[rng.below(20)];
            }
            let text = String::from_utf8(bytes).unwrap();
            match KitGame::<Goofspiel>::read_position(&text) {
                Ok(game) => played += u32::from(play_out(game, &mut rng)),
                Err(_) => refused += 1,
            }
            match KitGame::<Hex>::read_position(&text) {
                Ok(game) => played += u32::from(play_out(game, &mut rng)),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 1000 && played > 10, "{refused} refused, {played} played");
}

fn play_out<R: crate::Rules>(mut game: KitGame<R>, rng: &mut SplitMix) -> bool {
    for _ in 0..200 {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return true;
        }
        let _ = game.make(moves[rng.below(moves.len())]);
    }
    true
}

#[test]
fn texts_that_are_no_table_say_why() {
    let read = KitGame::<Hex>::read_position;
    let error = |text: &str| read(text).unwrap_err();
    assert_eq!(error(""), TableError::Options);
    assert_eq!(error("hex 99 | 1"), TableError::Options);
    assert_eq!(error("hex 3 | xyz / /"), TableError::Word("xyz".to_owned()));
    assert_eq!(error("hex 3 | .99999999999 / /"), TableError::Size);
    assert_eq!(error("hex 3 | 1 2 3 / /"), TableError::Size);
}

#[test]
fn kit_hex_keeps_the_laws() {
    for size in [1, 2, 5, 9] {
        takeback_verify::Laws::new(format!("kit hex {size}"), KitGame::new(Hex { size }))
            .keyed()
            .zero_sum()
            .notation()
            .portable()
            .plies(400)
            .seed(u64::from(size))
            .assert();
    }
}

#[test]
fn goofspiel_keeps_the_laws() {
    for players in [2, 3, 5] {
        let rules = Goofspiel { players, cards: 5, seed: 9 };
        takeback_verify::Laws::new(format!("goofspiel {players}"), KitGame::new(rules))
            .keyed()
            .notation()
            .portable()
            .simultaneous()
            .hidden()
            .plies(400)
            .seed(u64::from(players))
            .assert();
    }
}

#[test]
fn kit_hex_keeps_the_laws_of_scenes() {
    use takeback_scene::laws::{Extent, check};
    check(&KitGame::new(Hex { size: 4 }), Extent::default()).unwrap();
    check(&KitGame::new(Hex { size: 31 }), Extent { positions: 3, ..Extent::default() }).unwrap();
}

/// Whoever is cut into gets the other half of the bridge listed and nothing else;
/// what the game itself lists stays whole.
#[test]
fn intrusions_into_bridges_are_urgent() {
    let play = |moves: &[&str]| {
        let mut game = KitGame::new(Hex { size: 5 });
        for text in moves {
            let m = game.read_move(text).expect("a cell");
            let _ = game.make(m);
        }
        game
    };
    let urgent = |game: &KitGame<Hex>| {
        let mut texts: Vec<String> =
            game.heeding().legal_moves().iter().map(|&m| game.move_text(m)).collect();
        texts.sort();
        texts
    };
    // Red c2 and b4 are joined by b3 and c3; blue cuts in at one of them.
    let cut = play(&["c2", "a5", "b4", "c3"]);
    assert_eq!(urgent(&cut), ["b3"]);
    assert_eq!(cut.legal_moves().len(), 21);
    // Red c2 is joined to its edge by c1 and d1.
    assert_eq!(urgent(&play(&["c2", "c1"])), ["d1"]);
    // Blue's edges are left and right, so nothing is cut there.
    assert_eq!(urgent(&play(&["b3", "a4"])).len(), 23);
    // Nothing stands yet.
    assert_eq!(urgent(&play(&[])).len(), 25);
    takeback_verify::Laws::new("heeding hex", KitGame::new(Hex { size: 4 }).heeding())
        .keyed()
        .zero_sum()
        .plies(300)
        .seed(3)
        .assert();
}
