//! Seats, consent, deals, looking about, and a room that is kept.

use takeback_core::{SplitMix, Turn};
use takeback_room::{
    Access, Call, Change, Consent, Event, Extent, GoTo, Kind, Look, Next, Opening, Plies, Record,
    Room, RoomError, Secret, Sit, Who, Wish,
};

fn open(game: &str, seats: &[&str]) -> Room {
    let kind = Kind::find(&takeback::standard(), game, None).expect("built in");
    let seats = seats.iter().map(|text| Who::read(text).expect("a seat")).collect();
    Room::open(Opening::new(kind, seats, Secret([9; 32]))).expect("it begins")
}

fn people(game: &str) -> (Room, String, String) {
    let mut room = open(game, &["person", "person"]);
    let owner = room.owner().to_owned();
    room.enter(Some(&owner));
    let (owner, guest) = (room.owner().to_owned(), room.chairs()[1].token.clone());
    (room, owner, guest)
}

fn go_on(room: &mut Room) {
    while matches!(room.advance(), Next::More) {}
}

fn back(plies: usize) -> Call {
    Call::TakeBack(Plies { plies: Some(plies) })
}

fn any_move(room: &mut Room, token: &str, rng: &mut SplitMix) -> Result<(), RoomError> {
    let access = room.access(Some(token));
    let inputs = room.view(access).inputs;
    if inputs.is_empty() {
        return Err(RoomError::not_now("nothing to play"));
    }
    let text = inputs[rng.below(inputs.len())].text.clone();
    room.call(access, Call::play(&text))?;
    go_on(room);
    Ok(())
}

#[test]
fn a_hand_cannot_be_asked_for_card_by_card() {
    let (mut room, owner, guest) = people("gofish");
    room.enter(Some(&guest));
    let own = room.access(Some(&owner));
    let asks: Vec<String> = room.view(own).inputs.into_iter().map(|i| i.text).collect();
    room.call(own, Call::play(&asks[0])).expect("the first ask");
    for call in [back(1), Call::GoTo(GoTo { node: 0 }), Call::Ask(Wish::Position("x".into()))] {
        assert!(room.call(own, call).is_err());
    }
    assert_eq!(room.tree().now(), 1, "what was asked stays asked");
}

#[test]
fn a_seat_belongs_to_whoever_took_it() {
    let (mut room, owner, guest) = people("tictactoe");
    let before = room.enter(Some(&owner));
    assert_eq!(before.seats.len(), 2, "until then the owner plays it");
    assert_eq!(room.enter(Some(&guest)).seats.len(), 1);
    let after = room.access(Some(&owner));
    assert_eq!(after.seats.len(), 1);
    room.call(after, Call::play("a1")).expect("the own seat");
    assert!(room.call(after, Call::play("b2")).is_err(), "not the other one");
}

#[test]
fn the_owner_sees_only_the_hand_it_sat_down_at() {
    let (mut room, owner, guest) = people("gofish");
    let own = room.enter(Some(&owner));
    let state = room.view(own);
    assert_eq!((own.seats.len(), state.you.may_sit.clone(), state.you.sees), (1, vec![1], Some(0)));
    assert!(room.save(own).is_err(), "somebody may still come");
    assert!(room.call(own, back(1)).is_err());
    let taken = room.enter(Some(&guest));
    assert_eq!(room.view(taken).you.sees, Some(1));
    assert!(room.call(own, Call::Sit(Sit { seat: 1 })).is_err());
    assert!(room.save(own).is_err() && room.save(taken).is_err(), "save waits for the end");

    // Who sits down at a hand has seen it, and cannot give it away.
    let (mut room, owner, guest) = people("gofish");
    let own = room.enter(Some(&owner));
    room.call(own, Call::Sit(Sit { seat: 1 })).expect("nobody sits there");
    assert!(!room.enter(Some(&guest)).takes_part());
    let own = room.access(Some(&owner));
    assert!(room.save(own).is_ok() && room.view(own).you.free, "alone all is free");
}

#[test]
fn whoever_chose_the_deal_plays_alone() {
    let kind = Kind::find(&takeback::standard(), "gofish", None).expect("built in");
    let seats = vec![Who::Person, Who::Person];
    let opening = Opening { seed: Some(9), ..Opening::new(kind, seats, Secret([9; 32])) };
    let mut room = Room::open(opening).expect("it begins");
    let guest = room.chairs()[1].token.clone();
    assert!(!room.enter(Some(&guest)).takes_part());
    assert!(room.view(room.access(Some(&guest))).you.sees.is_none());
}

#[test]
fn taking_back_is_asked_for_and_granted() {
    let (mut room, owner, guest) = people("connect4");
    room.enter(Some(&guest));
    let (one, two) = (room.access(Some(&owner)), room.access(Some(&guest)));
    room.call(one, Call::play("d")).expect("a move");
    room.call(two, Call::play("d")).expect("a move");
    assert!(matches!(room.call(one, back(1)), Err(RoomError::NeedsConsent(_))));
    let pause = Change { running: Some(false), ..Change::default() };
    assert!(matches!(room.call(two, Call::Change(pause)), Err(RoomError::NeedsConsent(_))));
    assert!(matches!(room.call(one, Call::End), Err(RoomError::NeedsConsent(_))));
    assert!(room.call(Access { owner: false, ..one }, Call::End).is_err());

    room.call(one, Call::Ask(Wish::GoTo(1))).expect("asked");
    assert_eq!(room.tree().now(), 2);
    let number = room.view(two).proposal.expect("it is shown").number;
    room.call(two, Call::Answer(Consent { number, agree: false })).expect("refused");
    assert!(room.view(one).proposal.is_none());
    room.call(one, Call::Ask(Wish::GoTo(1))).expect("asked again");
    let number = room.view(two).proposal.expect("it is shown").number;
    let own = room.call(one, Call::Answer(Consent { number, agree: true }));
    assert!(own.is_ok() && room.tree().now() == 2, "one's own consent is not enough");
    room.call(two, Call::Answer(Consent { number, agree: true })).expect("granted");
    assert_eq!(room.tree().now(), 1);
    assert_eq!(room.tree().len(), 3, "the tree keeps what was shown");
    assert!(room.view(two).running, "the game goes on");

    // A move answers every question.
    room.call(one, Call::Ask(Wish::End)).expect("asked");
    room.call(two, Call::play("e")).expect("a move");
    assert!(room.view(two).proposal.is_none() && !room.is_ended());
}

#[test]
fn a_die_that_was_rolled_stays_rolled() {
    let (mut room, owner, guest) = people("pig");
    room.enter(Some(&guest));
    let (one, two) = (room.access(Some(&owner)), room.access(Some(&guest)));
    let roll = room.view(one).inputs[0].text.clone();
    room.call(one, Call::play(&roll)).expect("a roll");
    go_on(&mut room);
    let (after, count) = (room.table().position(), room.tree().len());
    for _ in 0..3 {
        assert!(room.call(one, back(2)).is_err());
        room.call(one, Call::Ask(Wish::GoTo(0))).expect("asked");
        let number = room.view(two).proposal.expect("shown").number;
        room.call(two, Call::Answer(Consent { number, agree: true })).expect("granted");
        room.call(one, Call::play(&roll)).expect("again");
        go_on(&mut room);
        assert_eq!((room.table().position(), room.tree().len()), (after.clone(), count));
    }
}

#[test]
fn the_deal_is_sealed_first_and_shown_at_the_end() {
    let (mut room, owner, guest) = people("gofish");
    room.enter(Some(&guest));
    let mut rng = SplitMix::new(4);
    let start = room.table().start();
    let first = room.view(room.access(None)).deals[0].clone();
    assert!(first.secret.is_none());
    while room.turn() != Turn::Over {
        let moved = any_move(&mut room, &owner, &mut rng)
            .or_else(|_| any_move(&mut room, &guest, &mut rng));
        moved.expect("somebody can move");
    }
    let last = room.view(room.access(None)).deals[0].clone();
    assert_eq!(last.commitment, first.commitment);
    let shown = last.secret.expect("the game is over");
    let bytes: Vec<u8> =
        (0..32).map(|i| u8::from_str_radix(&shown[2 * i..2 * i + 2], 16).expect("hex")).collect();
    let secret = Secret(bytes.try_into().expect("32 bytes"));
    assert_eq!(secret.commitment(), first.commitment);
    let games = takeback::standard();
    let again = games.choose("gofish", None).expect("built in").deal(secret.deal());
    assert_eq!(again.position(), start, "everybody can check the deal");
    assert!(room.save(room.access(Some(&owner))).is_ok());
}

#[test]
fn everybody_looks_about_alone() {
    let (mut room, owner, guest) = people("connect4");
    room.enter(Some(&guest));
    for (token, text) in [(&owner, "a"), (&guest, "b"), (&owner, "c")] {
        let access = room.access(Some(token));
        room.call(access, Call::play(text)).expect("a move");
    }
    let spectator = room.access(None);
    let version = room.version();
    let look = Look { node: Some(1), line: vec!["g".to_owned()] };
    let seen = room.view_at(spectator, Extent::News, &look).expect("nothing is hidden");
    assert_eq!((seen.now, seen.head, seen.tried.len()), (1, 3, 1));
    assert_eq!((seen.scene.pieces.len(), seen.you.plays), (2, None));
    assert!(!seen.inputs.is_empty(), "one may try on");
    assert!(room.view_at(spectator, Extent::News, &Look { node: Some(9), line: vec![] }).is_err());
    assert_eq!((room.version(), room.tree().now()), (version, 3), "nobody noticed");

    let (mut room, owner, guest) = people("gofish");
    room.enter(Some(&guest));
    let mut rng = SplitMix::new(1);
    for _ in 0..6 {
        let _ = any_move(&mut room, &owner, &mut rng);
        let _ = any_move(&mut room, &guest, &mut rng);
    }
    let own = room.access(Some(&owner));
    let past = room.view_at(own, Extent::News, &Look { node: Some(1), line: vec![] });
    assert_eq!(past.expect("one's own past").you.sees, Some(0));
    let tried = Look { node: Some(1), line: vec!["2Q".to_owned()] };
    assert!(room.view_at(own, Extent::News, &tried).is_err(), "trying would show the answer");
}

#[test]
fn a_kept_room_comes_back_as_it_was() {
    for game in ["connect4", "gofish", "tron", "pig"] {
        let (mut room, owner, guest) = people(game);
        let mut store: (Record, Vec<Event>) = (room.keep(), Vec::new());
        let games = takeback::standard();
        room.enter(Some(&guest));
        let mut rng = SplitMix::new(8);
        for step in 0..40 {
            let token = if step % 2 == 0 { &owner } else { &guest };
            let _ = any_move(&mut room, token, &mut rng);
            if step == 20 && room.turn() != Turn::Over {
                let (one, two) = (room.access(Some(&owner)), room.access(Some(&guest)));
                room.call(one, Call::Ask(Wish::GoTo(room.tree().now() / 2))).expect("asked");
                let number = room.view(two).proposal.expect("shown").number;
                room.call(two, Call::Answer(Consent { number, agree: true })).expect("granted");
                go_on(&mut room);
            }
            if step == 30 && room.turn() != Turn::Over {
                // Nobody has answered yet.
                let one = room.access(Some(&owner));
                room.call(one, Call::Ask(Wish::Running(false))).expect("asked");
            }
            store.1.extend(room.fetch_events());
            // Killed here: what is left is what the store has, as text.
            let text = serde_json::to_string(&store).expect("values");
            let (mut record, events): (Record, Vec<Event>) =
                serde_json::from_str(&text).expect("values");
            for event in events {
                record.apply(event).expect("the log has no hole");
            }
            assert!(!text.contains(&owner) && !text.contains(&guest), "a token is kept");
            let other = record.load(&games, 5000, Secret([9; 32])).expect("it loads");
            assert!(other.version() > room.version(), "who has seen this sees the next as later");
            for token in [Some(&*owner), Some(&*guest), None] {
                let write = |room: &Room| {
                    let mut state =
                        serde_json::to_value(room.view(room.access(token))).expect("JSON");
                    state["version"] = 0.into();
                    state["line"] = serde_json::Value::Null;
                    state
                };
                assert_eq!(write(&other), write(&room), "{game}, step {step}");
            }
        }
    }
}

#[test]
fn loading_is_linear_however_the_branches_lie() {
    let mut room = open("connect4", &["person", "person"]);
    let owner = room.owner().to_owned();
    let own = room.access(Some(&owner));
    let mut rng = SplitMix::new(2);
    for _ in 0..30 {
        room.call(own, Call::GoTo(GoTo { node: rng.below(room.tree().len()) })).expect("free");
        for _ in 0..6 {
            let _ = any_move(&mut room, &owner, &mut rng);
        }
    }
    let saved = room.save(own).expect("nothing is hidden");
    let moves = saved.moves.len();
    let kind = room.kind().clone();
    let mut loading = saved.clone().load(kind.clone(), Secret([1; 32]), 5000).expect("it fits");
    let mut steps = 0;
    while !loading.step(5).expect("legal") {
        steps += 1;
    }
    assert!(steps <= moves.div_ceil(5), "each move is played once: {steps} steps, {moves} moves");
    let loaded = loading.finish().expect("legal");
    assert_eq!(loaded.table().position(), room.table().position());
    let access = loaded.access(Some(loaded.owner()));
    let again = loaded.save(access).expect("nothing is hidden");
    assert_eq!((again.moves, again.now), (saved.moves.clone(), saved.now));

    let mut twice = saved.clone();
    twice.moves.push(twice.moves[0].clone());
    let refused = twice.load(kind.clone(), Secret([1; 32]), 5000).expect("it fits").finish();
    assert!(matches!(refused, Err(RoomError::BadRequest(_))));
    let mut early = saved;
    early.moves[0].0 = 3;
    assert!(early.load(kind, Secret([1; 32]), 5000).is_err());
}
