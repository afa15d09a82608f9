//! Place in the turn program, rounds played together, and the cut way back.

use super::*;
use crate::{Flow, Rules, Step};
use takeback_core::{Moves, Payoff, Simultaneous};

/// Three rounds of: roll a die outside the table, then say a number. Whoever
/// says the larger sum wins. The die cannot be taken back.
#[derive(Clone, Debug, PartialEq)]
struct Dice {
    outside: bool,
    options: [u8; 3],
}

const SUM: Attribute = Attribute(0);

impl Rules for Dice {
    type Move = u8;

    fn shape(&self) -> Shape {
        Shape { players: 2, attributes: 1, tracks: 0 }
    }

    fn flow() -> Flow<Self> {
        Flow::sequence([
            Flow::repeat(3, Flow::each_player(Flow::Step(Step(7)))),
            Flow::Do(|_, board| {
                let sum = |n| board.value::<u64>(Id(n), SUM);
                let winner = if sum(2) > sum(3) { Player(0) } else { Player(1) };
                board.finish(Players::only(winner));
            }),
        ])
    }

    fn set_up(&self, board: &mut Board) {
        board.create_many(Class(1), Id::TABLE, 2);
    }

    fn moves(&self, _: &Board, step: Step, _: Player, out: &mut Moves<u8>) {
        assert_eq!(step, Step(7));
        out.extend(self.options);
    }

    fn play(&self, board: &mut Board, _: Step, player: Player, m: u8) {
        if self.outside && m == 3 {
            board.external(|outside| outside.push(1));
        }
        let purse = Id(2 + u32::from(player.0));
        let sum = board.value::<u64>(purse, SUM) + u64::from(m);
        board.set(purse, SUM, sum);
    }
}

fn dice(outside: bool) -> KitGame<Dice> {
    KitGame::new(Dice { outside, options: [1, 2, 3] })
}

#[test]
fn the_flow_goes_round_and_comes_back() {
    let mut table = dice(false);
    let start = table.clone();
    let mut line = Vec::new();
    let mut turns = Vec::new();
    while let Turn::Player(player) = table.turn() {
        turns.push(player.0);
        line.push((2, table.make(2)));
    }
    assert_eq!(turns, [0, 1, 0, 1, 0, 1]);
    assert_eq!(table.payoff(Player(1)), Payoff::WIN);
    while let Some((m, mark)) = line.pop() {
        table.unmake(m, mark);
    }
    assert_eq!(table, start);
}

#[test]
fn undo_by_count_takes_back_a_whole_game_with_its_flow() {
    let mut table = dice(false);
    let start = table.clone();
    let len = table.board().journal_len();
    while table.turn() != Turn::Over {
        let _ = table.make(1);
    }
    let n = table.board().journal_len() - len;
    assert!(table.board_mut().undo(n));
    assert_eq!((&table, table.key()), (&start, start.key()));
    assert_eq!(table.turn(), Turn::Player(Player(0)));
}

#[test]
fn after_a_finished_playout_the_sibling_can_be_played() {
    let mut table = dice(false);
    for m in [1, 2, 3] {
        let mark = table.board().mark();
        let _ = table.make(m);
        while table.turn() != Turn::Over {
            let _ = table.make(1);
        }
        assert!(table.board_mut().roll_back(mark));
        assert_eq!(table.legal_moves(), [1, 2, 3]);
    }
}

#[test]
fn a_cut_way_back_is_noticed_and_rebuilt() {
    let root = dice(true);
    let mut live = Live::new(&root);
    let mut rng = SplitMix::new(5);
    let mut ends = std::collections::HashSet::new();
    let mut cut = 0;
    for _ in 0..200 {
        let mut line = Vec::new();
        let sums = live.descend(
            |game| {
                let m = *game.legal_moves().get(rng.below(3))?;
                line.push(m);
                Some(m)
            },
            |end| {
                assert_eq!(end.turn(), Turn::Over, "a playout from the true root ends");
                (end.board().value::<u64>(Id(2), SUM), end.board().value::<u64>(Id(3), SUM))
            },
        );
        cut += u64::from(line.contains(&3));
        ends.insert(line);
        assert_eq!(live.now(), &root, "same words, same numbers, nothing outside");
        assert!(!live.now().is_stuck() && sums.0 >= 3);
    }
    assert_eq!(live.rebuilds(), cut);
    assert!(cut > 100 && ends.len() > 100, "the random stream goes on across rebuilds");
    assert_eq!(live.root(), &root);
}

#[test]
fn games_without_such_commands_are_never_rebuilt() {
    let mut rng = SplitMix::new(6);
    let mut live = Live::new(&dice(false));
    for _ in 0..50 {
        live.descend(|game| game.legal_moves().get(rng.below(3)).copied(), |_| ());
    }
    assert_eq!(live.rebuilds(), 0);
    assert_eq!(live.now(), live.root());
}

#[test]
fn a_root_with_direct_changes_is_searched_as_it_stands() {
    let mut root = dice(true);
    root.board_mut().set(Id(2), SUM, 100u64);
    let mut live = Live::new(&root);
    for _ in 0..3 {
        live.descend(
            |game| game.legal_moves().get(2).copied(),
            |end| assert_eq!(end.board().winners(), Players::only(Player(0))),
        );
        assert_eq!(live.now().board().value::<u64>(Id(2), SUM), 100);
    }
    assert!(live.rebuilds() > 0);
}

#[test]
fn the_game_handed_over_is_untouched_even_by_a_panic() {
    let root = dice(false);
    let before = root.clone();
    let mut live = Live::new(&root);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        live.descend(|game| game.legal_moves().first().copied(), |_| panic!("in a hook"));
    }));
    assert!(outcome.is_err());
    assert_eq!(root, before);
    assert_eq!(live.root(), &before);
    live.descend(|_| None, |game| assert_eq!(game, &before, "rebuilt before it goes on"));
    assert_eq!(live.rebuilds(), 1);
}

#[test]
fn copies_keep_the_options() {
    let rules = Dice { outside: true, options: [4, 5, 6] };
    let copy = KitGame::new(rules.clone()).clone();
    assert_eq!(copy.rules(), &rules);
    let copy = KitGame::new(Goofspiel { players: 4, cards: 5, seed: 77 }).clone();
    assert_eq!(copy.rules().seed, 77);
}

#[test]
fn a_round_is_played_when_all_have_chosen() {
    let mut game = KitGame::new(Goofspiel { players: 3, cards: 4, seed: 1 });
    let prize: u8 = game.board().value(game.board().first(Id(3)).unwrap(), Attribute(0));
    let before = game.clone();
    let mut choices = Moves::new();
    let first = game.make(4);
    assert_eq!(game.turn(), Turn::Together(Players(6)), "the node belongs to the next seat");
    game.choices(Player(2), &mut choices);
    assert_eq!(choices.as_slice(), [1, 2, 3, 4], "as before the first pick");
    let second = game.make(4);
    let third = game.make(1);
    assert_eq!(game.turn(), Turn::Together(Players(7)));
    assert_eq!(Goofspiel::points(game.board(), Player(0)), 0, "equal highest bids waste it");
    game.unmake(1, third);
    let third = game.make(3);
    game.unmake(3, third);
    game.unmake(4, second);
    let second = game.make(3);
    let third = game.make(2);
    assert_eq!(Goofspiel::points(game.board(), Player(0)), u64::from(prize));
    game.unmake(2, third);
    game.unmake(3, second);
    game.unmake(4, first);
    assert_eq!(game, before);
}
