//! Laws, counts and the smallest positions that show each rule.

use crate::othello::{Token, Trail};
use crate::{
    AtariGo, Chain, ConnectFour, Goofspiel, Kuhn, Leduc, LiarsDice, Phantom, Pig, ThreeInARow,
    TicTacToe, Tron,
};
use takeback_core::strategy::{ByCopy, ByCow, Checked, Hybrid, Wraps, legality};
use takeback_core::{Game, Keyed, Moves, Notation, Payoff, Player, Portable, SplitMix, Turn};
use takeback_verify::{Golden, Laws, perft};

macro_rules! laws {
    ($($name:ident: $game:expr, $($capability:ident),*;)*) => {$(
        #[test]
        fn $name() {
            let laws = Laws::new(stringify!($name), $game)$(.$capability())*.plies(4_000);
            laws.assert();
            let golden = Golden::new("small", stringify!($name));
            let text = golden.record(&laws);
            assert!(text.len() < 30_000, "{} bytes", text.len());
            golden.compare(&laws, &text).unwrap();
        }
    )*};
}

laws! {
    tictactoe: TicTacToe::default(), keyed, zero_sum, notation, portable, indexed, random_move;
    connect_four: ConnectFour::<7, 6>::default(), keyed, zero_sum, notation, portable, indexed, random_move, playout;
    connect_four_small: ConnectFour::<4, 4>::default(), keyed, zero_sum, notation, portable, indexed, random_move, playout;
    othello_token: Token::default(), keyed, zero_sum, notation, portable, indexed, random_move, scored;
    othello_trail: Trail::default(), keyed, zero_sum, notation, portable, indexed, random_move, scored;
    atari_go: AtariGo::<5>::default(), keyed, zero_sum, notation, portable, indexed, random_move;
    pig: Pig::new(3, 20), keyed, notation, portable, indexed, random_move;
    kuhn: <Kuhn>::default(), keyed, zero_sum, notation, portable, indexed, random_move, hidden, scored;
    kuhn_three: Kuhn::<3>::default(), keyed, notation, portable, indexed, random_move, hidden, scored;
    leduc: Leduc::default(), keyed, zero_sum, notation, portable, indexed, random_move, hidden, scored;
    liars_dice: LiarsDice::<6>::default(), keyed, zero_sum, notation, portable, indexed, random_move, hidden;
    goofspiel: Goofspiel::<4>::default(), keyed, zero_sum, notation, portable, indexed, random_move, hidden, scored;
    phantom: Phantom::<ThreeInARow>::default(), keyed, zero_sum, notation, portable, indexed, random_move, hidden;
    dark_hex: Phantom::<Chain<3>>::default(), keyed, zero_sum, notation, portable, indexed, random_move, hidden;
    tron: Tron::default(), keyed, zero_sum, notation, portable, indexed, random_move, simultaneous;
    tron_hybrid: Hybrid::wrap(Tron::default()), keyed, zero_sum, notation, simultaneous;
    othello_copy: ByCopy::wrap(Trail::default()), keyed, zero_sum, notation, indexed, random_move;
    othello_cow: ByCow::wrap(Trail::default()), keyed, zero_sum, notation, indexed, random_move;
    othello_checked: Checked(Trail::default()), keyed, zero_sum, notation, indexed;
    kuhn_cow: ByCow::wrap(<Kuhn>::default()), keyed, hidden;
}

#[test]
fn published_counts() {
    let counts = |game: &mut TicTacToe| (1..=9).map(|d| perft(game, d)).collect::<Vec<_>>();
    assert_eq!(
        counts(&mut TicTacToe::default()),
        [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]
    );
    let othello = [4, 12, 56, 244, 1396, 8200, 55092];
    for (depth, &lines) in (1..).zip(&othello) {
        assert_eq!(perft(&mut Token::default(), depth), lines);
        assert_eq!(perft(&mut Trail::default(), depth), lines);
        assert_eq!(perft(&mut ByCopy(Token::default()), depth), lines);
    }
    let four = [7, 49, 343, 2401, 16807, 117_649, 823_536];
    for (depth, &lines) in (1..).zip(&four) {
        assert_eq!(perft(&mut ConnectFour::<7, 6>::default(), depth), lines);
    }
}

#[test]
fn token_and_trail_play_the_same_game() {
    let mut rng = SplitMix::new(5);
    for _ in 0..50 {
        let (mut token, mut trail) = (Token::default(), Trail::default());
        let mut way = Vec::new();
        while token.turn() != Turn::Over {
            let moves = token.legal_moves();
            assert_eq!(moves, trail.legal_moves());
            let m = moves[rng.below(moves.len())];
            way.push((m, token.make(m), trail.make(m)));
            assert_eq!(token.board(), trail.board());
        }
        for (m, flips, mark) in way.into_iter().rev() {
            token.unmake(m, flips);
            trail.unmake(m, mark);
            assert_eq!(token.board(), trail.board());
        }
    }
}

/// The obvious way to test for four in a row, cell by cell.
fn has_four_slowly(board: &str, mark: u8) -> bool {
    let rows: Vec<&[u8]> = board.split('/').map(str::as_bytes).collect();
    let at =
        |r: i32, c: i32| rows.get(usize::try_from(r).ok()?)?.get(usize::try_from(c).ok()?).copied();
    let (height, width) = (rows.len() as i32, rows[0].len() as i32);
    (0..height).flat_map(|r| (0..width).map(move |c| (r, c))).any(|(r, c)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|(dr, dc)| (0..4).all(|i| at(r + i * dr, c + i * dc) == Some(mark)))
    })
}

#[test]
fn four_in_a_row_agrees_with_looking_cell_by_cell() {
    let mut rng = SplitMix::new(8);
    for _ in 0..2_000 {
        let mut game = ConnectFour::<7, 6>::default();
        while game.turn() != Turn::Over {
            let moves = game.legal_moves();
            game.make(moves[rng.below(moves.len())]);
            let text = game.position_text();
            let slow = [b'x', b'o'].map(|mark| has_four_slowly(&text, mark));
            let over = slow[0] || slow[1] || !text.contains('.');
            assert_eq!(game.turn() == Turn::Over, over, "{text}");
            if over {
                let payoff = match slow {
                    [true, _] => Payoff::WIN,
                    [_, true] => Payoff::LOSS,
                    _ => Payoff::DRAW,
                };
                assert_eq!(game.payoff(Player::FIRST), payoff, "{text}");
            }
        }
    }
}

#[test]
fn every_way_of_filtering_gives_the_same_list() {
    let mut rng = SplitMix::new(6);
    for _ in 0..30 {
        let mut game = AtariGo::<5>::default();
        while game.turn() != Turn::Over {
            let listed = game.legal_moves();
            let collect = |fill: &mut dyn FnMut(&mut Moves<_>)| {
                let mut out = Moves::new();
                fill(&mut out);
                out.into_vec()
            };
            let shared = std::sync::Arc::new(game.clone());
            let mut pool = legality::Pool::default();
            assert_eq!(listed, collect(&mut |out| legality::by_copy(&game, out)));
            assert_eq!(listed, collect(&mut |out| legality::by_cow(&shared, out)));
            assert_eq!(listed, collect(&mut |out| legality::in_place(&mut game.clone(), out)));
            assert_eq!(listed, collect(&mut |out| pool.legal(&game, out)));
            assert_eq!(listed, collect(&mut |out| pool.legal(&game, out)));
            assert_eq!(listed, legality::Lazy::new(&mut game.clone()).collect::<Vec<_>>());
            if rng.one_in(8) {
                assert_eq!(listed, collect(&mut |out| legality::parallel_filter(&game, 2, out)));
                assert_eq!(listed, collect(&mut |out| legality::parallel_generate(&game, out)));
            }
            game.make(listed[rng.below(listed.len())]);
        }
    }
}

fn play<G: Notation>(game: &mut G, line: &str) {
    for text in line.split_whitespace() {
        let m = game.read_move(text).expect("the line is well written");
        assert!(game.legal_moves().contains(&m), "{text} is legal");
        game.make(m);
    }
}

#[test]
fn a_stone_without_liberties_may_be_placed_only_to_capture() {
    let suicide = AtariGo::<3>::read_position(".x./x.x/.x. o").expect("a position");
    assert!(!suicide.legal_moves().contains(&suicide.read_move("b2").expect("a point")));
    let capture = AtariGo::<3>::read_position("ox./x.x/.x. o").expect("a position");
    assert!(!capture.legal_moves().contains(&capture.read_move("b2").expect("a point")));
    let mut capture = AtariGo::<3>::read_position(".ox/ox./.x. x").expect("a position");
    play(&mut capture, "a3");
    assert_eq!(capture.payoff(Player::FIRST), Payoff::WIN);
}

#[test]
fn a_one_costs_the_turn_and_its_points() {
    let mut game = Pig::new(2, 20);
    play(&mut game, "roll 6 roll 5 roll 1");
    assert_eq!(game.turn(), Turn::Player(Player::SECOND));
    assert_eq!(game.position_text(), "0,0 20 0 2 decide");
    play(&mut game, "roll 6 roll 6 roll 6 roll 6 hold");
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.payoff(Player::SECOND), Payoff::WIN);
}

#[test]
fn kuhn_pays_ante_or_bet() {
    for (line, first) in [
        ("K Q pass pass", 500),
        ("J Q pass bet pass", -500),
        ("J Q bet pass", 500),
        ("Q K bet bet", -1000),
        ("K J pass bet bet", 1000),
    ] {
        let mut game = <Kuhn>::default();
        play(&mut game, line);
        assert_eq!(game.turn(), Turn::Over, "{line}");
        assert_eq!(game.payoff(Player::FIRST), Payoff(first), "{line}");
        assert_eq!(game.payoff(Player::SECOND), Payoff(-first), "{line}");
    }
}

#[test]
fn tron_heads_that_meet_are_a_draw() {
    let mut game = Tron::read_position("0000000000000005 0 2 -").expect("a position");
    play(&mut game, "right left");
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.payoff(Player::FIRST), Payoff::DRAW);
    let mut game = Tron::read_position("0000000000000005 0 2 -").expect("a position");
    play(&mut game, "down up");
    assert_eq!(game.payoff(Player::FIRST), Payoff::LOSS);
}

#[test]
fn keys_tell_all_tic_tac_toe_positions_apart() {
    fn walk(game: &mut TicTacToe, seen: &mut std::collections::HashMap<u64, String>) {
        let text = game.position_text();
        let old = seen.insert(game.key().0, text.clone());
        assert!(old.is_none_or(|old| old == text));
        for m in game.legal_moves() {
            game.explore(m, |after| walk(after, seen));
        }
    }
    let mut seen = std::collections::HashMap::new();
    walk(&mut TicTacToe::default(), &mut seen);
    assert_eq!(seen.len(), 5478);
}

#[test]
fn bad_positions_are_refused() {
    for text in ["", "xxx/.../...", "xxx/ooo/...", "xo/...", "x.z/.../...", "ooo/xx./xx."] {
        assert!(TicTacToe::read_position(text).is_err(), "{text}");
    }
    for text in ["", "x", "......./......./......./......./x....../......."] {
        assert!(ConnectFour::<7, 6>::read_position(text).is_err(), "{text}");
    }
    for text in ["", "0,0 20 0 3 decide", "0 20 0 1", "30,30 20 0 1 decide", "0,0 1 0 1 decide"] {
        assert!(Pig::read_position(text).is_err(), "{text}");
    }
    for text in ["", "JJ .", "-K .", "JQ ppp", "JQ x", "J .q"] {
        assert!(<Kuhn>::read_position(text).is_err(), "{text}");
    }
    for text in ["", "zz 0 1 -", "0000000000000003 0 0 -", "0000000000000003 0 64 -"] {
        assert!(Tron::read_position(text).is_err(), "{text}");
    }
}
