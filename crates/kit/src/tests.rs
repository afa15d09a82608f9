//! The kit's promises: exact undo of every command, of flow and of bookkeeping.

use crate::board::Layout;
use crate::goofspiel::Goofspiel;
use crate::hex::Hex;
use crate::{
    Attribute, Board, Class, Command, CommandKind, Id, KitGame, Live, Message, Mulberry, Order,
    Place, Shape, Sight, TableError, Variable, Visibility,
};
use takeback_core::{Game, Hidden, Keyed, Player, Players, Portable, SplitMix, Turn};

const SHAPE: Shape = Shape { players: 3, attributes: 2, tracks: 2 };

/// A board on which seats remember, with two variables.
fn remembering() -> Board {
    Board::laid_out(SHAPE, Layout { hides: true, variables: 2, ..Layout::default() })
}

/// A command of any kind with random arguments; many are refused.
fn random_command(rng: &mut SplitMix, board: &Board) -> Command {
    let elements = board.elements();
    let mut id = || Id(rng.below(elements + 1) as u32);
    let (a, b) = (id(), id());
    let n = rng.below(6);
    let seat = [None, Some(Player(0)), Some(Player(2)), Some(Player(3))][rng.below(4)];
    let seats = Players(rng.below(9) as u32);
    match rng.below(27) {
        0 => Command::Create { class: Class(n as u16), parent: a },
        1 => Command::CreateMany { class: Class(1), parent: a, count: n as u16 },
        2..=4 => Command::Move { id: a, to: b, place: Place::At(n as u32) },
        5 => Command::Move { id: a, to: b, place: [Place::First, Place::Usual][n % 2] },
        6 => Command::Remove { id: a },
        7 => Command::Shuffle { space: a },
        8 => {
            let mut order: Vec<Id> =
                board.exists(a).then(|| board.children(a)).into_iter().flatten().collect();
            rng.shuffle(&mut order);
            Command::RestoreOrder { space: a, order }
        }
        9 => Command::Reorder { id: a, index: n as u32 },
        10 => Command::SetAttribute { id: a, attribute: Attribute(n as u8 % 3), value: rng.next() },
        11 => Command::UnsetAttribute { id: a, attribute: Attribute(n as u8 % 3) },
        12 => Command::SetOwner { id: a, owner: seat },
        13 => {
            let sight = [Sight::Inherited, Sight::Owner, Sight::Nobody, Sight::Zone][n % 4];
            let visibility = Visibility { sight, added: seats, excepted: Players(1) };
            Command::SetVisibility { id: a, visibility }
        }
        14 => Command::ShowTo { id: a, players: seats },
        15 => Command::SetCurrent { player: seat },
        16 => Command::SetOrder { id: a, order: [Order::Normal, Order::Stacking][n % 2] },
        17 => {
            Command::Message(Message { template: 1, audience: seats, values: [n as u8, 2, 3, 4] })
        }
        18 => Command::Finish { winners: seats },
        19 => Command::TrackAdd { track: n as u16 % 3, entry: rng.next() },
        20 => Command::TrackRemoveLast { track: n as u16 % 3 },
        21 => Command::Eliminate { player: Player(n as u8) },
        22 => Command::SetVariable { variable: Variable(n as u8 % 3), value: rng.next() },
        23..=24 => Command::Reveal { id: a, players: seats },
        25 => Command::Note { id: a, note: rng.next() as u32 },
        _ => Command::Reseed { state: rng.next() as u32 },
    }
}

#[test]
fn random_commands_are_taken_back_exactly_by_mark_and_by_count() {
    let mut rng = SplitMix::new(1);
    let mut run = 0;
    for _ in 0..150 {
        let mut board = remembering();
        board.create_many(Class(1), Id::TABLE, 4);
        let mut marks = vec![(board.clone(), board.journal_len(), board.mark())];
        for _ in 0..80 {
            if rng.one_in(4) {
                marks.push((board.clone(), board.journal_len(), board.mark()));
            }
            let before = board.clone();
            let command = random_command(&mut rng, &board);
            assert_eq!(command.to_string().parse().as_ref(), Ok(&command));
            match board.execute(&command) {
                Ok(()) => run += 1,
                Err(_) => assert_eq!(board, before, "a refused command changes nothing"),
            }
            assert_eq!(board.key(), board.key_from_scratch());
        }
        while let Some((before, len, mark)) = marks.pop() {
            if rng.one_in(2) {
                assert!(board.roll_back(mark));
            } else {
                assert!(board.undo(board.journal_len() - len));
            }
            assert_eq!(board, before);
            assert_eq!((board.key(), board.journal_len()), (before.key_from_scratch(), len));
        }
    }
    assert!(run > 5000, "only {run} commands ran");
}

/// One test for each line of the table of commands: what it does, and that one
/// undo restores the whole board.
#[test]
fn every_command_has_an_exact_inverse() {
    let mut board = remembering();
    let (deck, hand) = (board.create(Class(1), Id::TABLE), board.create(Class(1), Id::TABLE));
    let first = board.create_many(Class(2), deck, 7);
    let card = |n: u32| Id(first.0 + n);
    board.set(card(3), Attribute(0), 5u8);
    board.track_add(0, 7);
    board.forget_past();

    let mut check = |name: &str, run: &dyn Fn(&mut Board)| {
        let before = board.clone();
        run(&mut board);
        let ran = board.journal_len();
        assert!(ran > 0 && board != before, "{name} does something");
        assert!(board.undo(ran), "{name} can be taken back");
        assert_eq!(board, before, "{name}");
        assert_eq!((board.key(), board.journal_len()), (before.key(), 0), "{name}");
    };
    check("create: the number is free again", &|b| assert_eq!(b.create(Class(3), hand).0, 11));
    check("create many", &|b| assert_eq!(b.create_many(Class(3), hand, 4).0, 11));
    check("move from the middle", &|b| b.move_to(card(3), hand, Place::First));
    check("move to an index", &|b| b.move_to(card(6), deck, Place::At(2)));
    check("remove from the middle", &|b| b.remove(card(2)));
    check("shuffle, order and generator", &|b| b.shuffle(deck));
    check("restore order", &|b| {
        let order: Vec<Id> = (0..7).rev().map(card).collect();
        assert!(b.restore_order(deck, &order));
    });
    check("reorder", &|b| b.reorder(card(5), 1));
    check("set an attribute", &|b| b.set(card(3), Attribute(0), 6u8));
    check("set one that did not exist, to zero", &|b| b.set(card(3), Attribute(1), 0u8));
    check("unset", &|b| b.unset(card(3), Attribute(0)));
    check("owner", &|b| b.set_owner(hand, Some(Player(2))));
    check("visibility", &|b| b.set_visibility(deck, Sight::CountOnly.into()));
    check("viewers", &|b| b.show_to(deck, Players(4)));
    check("current player from nobody", &|b| b.set_current(Some(Player(0))));
    check("order", &|b| b.set_order(deck, Order::Stacking));
    let message = Message { template: 3, audience: Players(7), values: [1, 2, 3, 4] };
    check("message", &|b| b.message(message));
    check("start", &Board::start);
    check("finish: phase and winners", &|b| b.finish(Players(2)));
    check("track add", &|b| b.track_add(1, 9));
    check("track remove last", &|b| assert_eq!(b.track_remove_last(0), Some(7)));
    check("reseed", &|b| b.reseed(Mulberry(9)));
    check("roll", &|b| assert!(b.roll(6) < 6));
    check("eliminate", &|b| b.eliminate(Player(1)));
    check("variable", &|b| b.set_variable(Variable(1), 7));
    check("reveal", &|b| b.reveal(card(3), Players(4)));
    check("note", &|b| b.set_note(card(3), 9));
    check("a zone", &|b| assert_eq!(b.zone(Class(4), Some(Player(1)), Sight::Zone).0, 11));
}

#[test]
fn an_animation_leaves_nothing_behind() {
    let mut board = Board::new(SHAPE);
    let before = board.clone();
    assert_eq!(board.execute(&Command::Animate { hint: 1 }), Ok(()));
    assert_eq!((board.journal_len(), board), (0, before));
}

#[test]
fn a_batch_across_a_shuffle_restores_the_exact_order() {
    let mut board = Board::new(SHAPE);
    let deck = board.create(Class(1), Id::TABLE);
    board.create_many(Class(2), deck, 20);
    let order: Vec<Id> = board.children(deck).collect();
    board.forget_past();
    board.move_to(order[4], Id::TABLE, Place::Last);
    board.shuffle(deck);
    let captured: Vec<Id> = board.children(deck).collect();
    board.shuffle(deck);
    assert_ne!(board.children(deck).collect::<Vec<_>>(), captured);
    assert!(board.undo(1));
    assert_eq!(board.children(deck).collect::<Vec<_>>(), captured, "the later shuffle is gone");
    assert!(board.undo(2));
    assert_eq!(board.children(deck).collect::<Vec<_>>(), order);
}

#[test]
fn undo_beyond_the_journal_says_so() {
    let mut board = Board::new(SHAPE);
    let before = board.clone();
    assert!(!board.undo(1));
    assert_eq!(board, before);
    board.create(Class(1), Id::TABLE);
    assert!(!board.undo(3), "stops when none is left");
    assert_eq!((board.journal_len(), &board), (0, &before));
    assert!(board.undo(0));
}

#[test]
fn a_command_without_inverse_stays_on_the_journal() {
    let mut board = Board::new(SHAPE);
    let mark = board.mark();
    board.create(Class(1), Id::TABLE);
    board.external(|outside| outside.push(42));
    board.create(Class(2), Id::TABLE);
    assert!(!board.undo(3));
    let left: Vec<CommandKind> = board.commands_since(0).collect();
    assert_eq!(left, [CommandKind::Create, CommandKind::External]);
    assert_eq!(board.elements(), 3, "what came after it is taken back");
    assert_eq!(board.key(), board.key_from_scratch());
    assert!(!board.undo(1), "it goes on saying no");
    assert!(!board.roll_back(mark));
    assert_eq!(board.outside(), [42]);
}

#[test]
fn shuffles_repeat_when_made_again() {
    let mut board = Board::new(SHAPE);
    let deck = board.create(Class(1), Id::TABLE);
    board.create_many(Class(2), deck, 30);
    board.reseed(Mulberry::seeded("again"));
    let mark = board.mark();
    board.shuffle(deck);
    let shuffled: Vec<Id> = board.children(deck).collect();
    assert!(board.roll_back(mark));
    board.shuffle(deck);
    assert_eq!(board.children(deck).collect::<Vec<_>>(), shuffled);
}

mod flow;
mod games;
mod hidden;
mod programs;
mod redaction;
