//! Clocks, giving up, draws, another game, names, lists: and all of it kept.

use takeback_room::{
    Call, Clicked, Consent, Event, GoTo, Kind, Named, Next, Opening, Pace, Record, Resign, Room,
    RoomError, Secret, Who, Why, WhyNot, Wish,
};

const SECOND: u64 = 1000;

fn open(game: &str, seats: &[&str], pace: Option<Pace>) -> Room {
    let kind = Kind::find(&takeback::standard(), game, None).expect("built in");
    let seats = seats.iter().map(|text| Who::read(text).expect("a seat")).collect();
    let opening = Opening { pace, listed: true, ..Opening::new(kind, seats, Secret([9; 32])) };
    Room::open(opening).expect("it begins")
}

fn two(pace: Option<Pace>) -> (Room, String, String) {
    let mut room = open("tictactoe", &["person", "person"], pace);
    let (owner, guest) = (room.owner().to_owned(), room.chairs()[1].token.clone());
    room.enter(Some(&owner));
    room.enter(Some(&guest));
    (room, owner, guest)
}

fn call(room: &mut Room, token: &str, call: Call) -> Result<(), RoomError> {
    let access = room.access(Some(token));
    room.call(access, call)
}

fn left(room: &Room) -> Vec<u64> {
    room.view(room.access(None)).clock.expect("there are clocks").left_ms
}

/// Kept and read again, with every event in between.
fn again(record: Record, events: Vec<Event>) -> Room {
    let mut record = record;
    for event in events {
        record.apply(event).expect("it fits");
    }
    let text = serde_json::to_string(&record).expect("plain values");
    let record: Record = serde_json::from_str(&text).expect("the same values");
    record.load(&takeback::standard(), 100, Secret([1; 32])).expect("it loads")
}

#[test]
fn time_runs_for_whoever_decides_and_the_first_move_is_free() {
    let pace = Pace::Game { start_ms: 10 * SECOND, add_ms: SECOND };
    let (mut room, owner, guest) = two(Some(pace));
    assert_eq!(room.time(0), None, "nobody has moved");
    room.time(50 * SECOND);
    call(&mut room, &owner, Call::play("b2")).expect("legal");
    assert_eq!(room.time(90 * SECOND), None, "the other one's first move is free too");
    call(&mut room, &guest, Call::play("a1")).expect("legal");
    assert_eq!(left(&room), [10_000, 10_000]);
    assert_eq!(room.time(92 * SECOND), Some(100 * SECOND), "from now on it counts");
    assert_eq!(left(&room), [8000, 10_000]);
    room.time(93 * SECOND);
    call(&mut room, &owner, Call::play("c3")).expect("legal");
    assert_eq!(left(&room), [8000, 10_000], "three seconds gone, one added");
    room.time(80 * SECOND);
    assert_eq!(left(&room), [8000, 10_000], "time does not run backwards");
    assert_eq!(room.time(103 * SECOND), None);
    let state = room.view(room.access(None));
    let outcome = state.outcome.expect("time is up");
    assert_eq!((outcome.why, outcome.by), (Why::Time, Some(1)));
    assert_eq!(state.result, Some(vec![1.0, 0.0]));
    assert!(room.is_over() && call(&mut room, &guest, Call::play("a2")) == Err(RoomError::Over));
}

#[test]
fn a_turn_may_have_its_own_time() {
    let (mut room, owner, guest) = two(Some(Pace::Turn { each_ms: 5 * SECOND }));
    for (token, text) in [(&owner, "b2"), (&guest, "a1")] {
        call(&mut room, token, Call::play(text)).expect("legal");
    }
    room.time(4 * SECOND);
    call(&mut room, &owner, Call::play("c3")).expect("in time");
    assert_eq!(left(&room), [5000, 5000], "the next turn has all of it again");
    assert_eq!(room.time(9 * SECOND), None);
    assert_eq!(room.outcome().map(|outcome| outcome.by), Some(Some(1)));
}

#[test]
fn nonsense_times_are_refused() {
    let kind = Kind::find(&takeback::standard(), "tictactoe", None).expect("built in");
    for pace in [Pace::Turn { each_ms: 0 }, Pace::Game { start_ms: u64::MAX, add_ms: 0 }] {
        let seats = vec![Who::Person, Who::Person];
        let opening =
            Opening { pace: Some(pace), ..Opening::new(kind.clone(), seats, Secret([1; 32])) };
        assert!(matches!(Room::open(opening), Err(RoomError::BadRequest(_))));
    }
}

#[test]
fn clocks_come_back_from_a_store_and_what_passed_meanwhile_is_not_counted() {
    let (mut room, owner, guest) = two(Some(Pace::Game { start_ms: 60 * SECOND, add_ms: 0 }));
    let record = room.keep();
    for (at, token, text) in
        [(1, &owner, "b2"), (2, &guest, "a1"), (12, &owner, "c3"), (15, &guest, "b1")]
    {
        room.time(at * SECOND);
        call(&mut room, token, Call::play(text)).expect("legal");
    }
    let mut back = again(record, room.fetch_events());
    assert_eq!(left(&back), [50_000, 57_000]);
    back.time(5000 * SECOND);
    assert_eq!(left(&back), [50_000, 57_000], "nobody carried the room");
    back.time(5001 * SECOND);
    assert_eq!(left(&back), [49_000, 57_000], "now it counts again");
}

#[test]
fn an_engine_gets_no_more_time_than_its_clock_allows() {
    let mut room =
        open("tictactoe", &["person", "2"], Some(Pace::Game { start_ms: 30 * SECOND, add_ms: 0 }));
    let owner = room.owner().to_owned();
    room.enter(Some(&owner));
    call(&mut room, &owner, Call::play("b2")).expect("legal");
    let Next::Ask(question) = room.advance() else { panic!("the engine is asked") };
    assert_eq!(question.budget_ms, Some(1000));
}

#[test]
fn giving_up_ends_a_game_of_two_and_going_back_goes_on() {
    let (mut room, owner, guest) = two(None);
    call(&mut room, &owner, Call::play("b2")).expect("legal");
    assert!(
        call(&mut room, &guest, Call::Resign(Resign { seat: Some(0) })).is_err(),
        "not for others"
    );
    assert!(call(&mut room, "nobody", Call::Resign(Resign::default())).is_err());
    let record = room.keep();
    call(&mut room, &guest, Call::Resign(Resign::default())).expect("its own seat");
    let state = room.view(room.access(Some(&owner)));
    assert_eq!(state.result, Some(vec![1.0, 0.0]));
    assert!(state.inputs.is_empty() && state.you.plays.is_none());
    assert_eq!(room.summary().why, Some(Why::Resigned));
    let back = again(record, room.fetch_events());
    assert_eq!(back.outcome(), room.outcome(), "it is kept");

    let mut alone = open("tictactoe", &["person", "person"], None);
    let owner = alone.owner().to_owned();
    alone.enter(Some(&owner));
    call(&mut alone, &owner, Call::play("b2")).expect("legal");
    call(&mut alone, &owner, Call::Resign(Resign::default())).expect("the one in turn");
    assert_eq!(alone.outcome().and_then(|outcome| outcome.by), Some(1));
    call(&mut alone, &owner, Call::GoTo(GoTo { node: 1 })).expect("back");
    assert!(!alone.is_over(), "whoever goes back goes on");
}

#[test]
fn more_than_two_do_not_end_by_one_who_gives_up() {
    let mut room = open("battlesnake", &["person", "person"], None);
    let owner = room.owner().to_owned();
    room.enter(Some(&owner));
    assert!(call(&mut room, &owner, Call::Resign(Resign::default())).is_ok(), "a duel");
    let kind = Kind::find(&takeback::standard(), "gofish", Some("3")).expect("built in");
    let seats = vec![Who::Person, Who::Person, Who::Person];
    let mut three = Room::open(Opening::new(kind, seats, Secret([4; 32]))).expect("three");
    let owner = three.owner().to_owned();
    three.enter(Some(&owner));
    let refused =
        call(&mut three, &owner, Call::Resign(Resign::default())).expect_err("three play");
    assert!(refused.to_string().contains("let an engine play"), "{refused}");
}

#[test]
fn a_draw_is_offered_before_one_moves_and_answered_after() {
    let (mut room, owner, guest) = two(None);
    call(&mut room, &owner, Call::Ask(Wish::Draw)).expect("offered");
    call(&mut room, &owner, Call::play("b2")).expect("legal");
    let open = room.view(room.access(Some(&guest))).proposal.expect("still there");
    assert!(open.wish == Wish::Draw && open.waits_for_you);
    call(&mut room, &guest, Call::Answer(Consent { number: open.number, agree: true }))
        .expect("agreed");
    assert_eq!(room.result(), Some(vec![0.5, 0.5]));

    let (mut room, owner, guest) = two(None);
    call(&mut room, &owner, Call::Ask(Wish::Draw)).expect("offered");
    call(&mut room, &owner, Call::play("b2")).expect("legal");
    call(&mut room, &guest, Call::play("a1")).expect("played on");
    assert!(room.view(room.access(Some(&guest))).proposal.is_none(), "playing on is an answer");
}

#[test]
fn an_engine_that_knows_nothing_of_its_chances_plays_on() {
    let mut room = open("tictactoe", &["person", "2"], None);
    let owner = room.owner().to_owned();
    room.enter(Some(&owner));
    let refused = call(&mut room, &owner, Call::Ask(Wish::Draw)).expect_err("it plays on");
    assert!(refused.to_string().contains("plays on"), "{refused}");
}

#[test]
fn another_game_has_the_seats_exchanged_and_the_same_tokens() {
    let (mut room, owner, guest) = two(Some(Pace::Turn { each_ms: 9 * SECOND }));
    call(&mut room, &guest, Call::Name(Named { name: " Ann  Lee ".to_owned() })).expect("a name");
    assert!(call(&mut room, &owner, Call::Ask(Wish::Rematch)).is_err(), "this one is not over");
    call(&mut room, &guest, Call::Resign(Resign::default())).expect("given up");
    call(&mut room, &owner, Call::Ask(Wish::Rematch)).expect("asked");
    assert!(!room.wants_successor());
    let number = room.view(room.access(Some(&guest))).proposal.expect("asked").number;
    call(&mut room, &guest, Call::Answer(Consent { number, agree: true })).expect("agreed");
    assert!(room.wants_successor());
    let record = room.keep();
    let mut next = room.successor(Secret([77; 32])).expect("it begins");
    room.followed_by(next.id());
    assert!(!room.wants_successor() && room.next() == Some(next.id()));
    assert_eq!(again(record, room.fetch_events()).next(), Some(next.id()));
    assert_ne!(next.id(), room.id());
    assert_eq!(next.pace(), room.pace());
    assert_eq!(next.summary().players, ["Ann Lee", "person"]);
    let own = next.enter(Some(&owner));
    assert!(own.owner && own.seats.iter().map(|p| p.0).eq([1]), "the owner sits second now");
    call(&mut next, &guest, Call::play("b2")).expect("the guest begins");
    assert!(call(&mut room, &owner, Call::Ask(Wish::Rematch)).is_err(), "it has begun already");
}

#[test]
fn names_are_short_and_one_line() {
    let (mut room, owner, _) = two(None);
    let name = |text: &str| Call::Name(Named { name: text.to_owned() });
    assert!(call(&mut room, &owner, name(&"x".repeat(33))).is_err());
    assert!(call(&mut room, &owner, name("a\u{7}")).is_err());
    assert!(call(&mut room, "nobody", name("Eve")).is_err());
    call(&mut room, &owner, name("Bob")).expect("short");
    assert_eq!(room.summary().players, ["Bob", "person"]);
    call(&mut room, &owner, name(" ")).expect("no name");
    assert_eq!(room.summary().players, ["person", "person"]);
}

#[test]
fn moves_are_said_in_words_and_refused_clicks_explained() {
    let (mut room, owner, guest) = two(None);
    call(&mut room, &owner, Call::play("b2")).expect("legal");
    assert_eq!(room.view(room.access(None)).nodes[1].said, "plays on b2");
    let why = |room: &Room, token: &str, cell: u16| {
        let asked = WhyNot { clicks: vec![Clicked::Cell(cell)], ..WhyNot::default() };
        room.why_not(room.access(Some(token)), asked).expect("an answer")
    };
    assert!(why(&room, &owner, 0).expect("not now").contains("turn"));
    assert!(why(&room, &guest, 4).expect("taken").contains("b2"));
    assert_eq!(why(&room, &guest, 0), None, "that one may be played");
}
