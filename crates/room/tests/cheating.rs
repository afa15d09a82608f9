//! The law of seats: what a token has ever been told is the same when all that it
//! may not know is dealt again.
//!
//! A game is played in many worlds at once. The worlds look alike to one seat and
//! differ in what it may not know: the other hand, the pond, the dice to come, what
//! the other player is about to choose. The same random calls of every kind are
//! made with this seat's token in all of them. As long as the game itself has shown
//! the seat the same in two worlds, every answer to every call must have been the
//! same in both.

use std::collections::HashMap;
use takeback_core::{Hidden, Player, SplitMix, Turn};
use takeback_gofish::GoFish;
use takeback_host::Registry;
use takeback_host::play::TableOf;
use takeback_room::{
    Access, Call, Change, Consent, Extent, GoTo, Kind, Look, Next, Opening, Play, Plies, Room,
    RoomError, Secret, Sit, Who, Wish,
};
use takeback_small::{Chain, Goofspiel, Kuhn, Leduc, LiarsDice, Phantom, ThreeInARow};

/// Who cheats.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Cheat {
    /// Whoever began the game.
    Owner,
    /// Whoever took the second seat.
    Guest,
    /// Whoever began the game and plays all seats: nobody is cheated, and the law
    /// does not hold. It shows that the test can fail.
    Alone,
}

struct World {
    room: Room,
    owner: String,
    guest: String,
    /// Decides for the other player; differs from world to world.
    other: SplitMix,
    told: Vec<String>,
}

impl World {
    fn new(games: &Registry, game: &str, variant: &str, start: Option<&str>, number: u64) -> World {
        let kind = Kind::find(games, game, Some(variant)).expect("built in");
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let opening = Opening::new(kind, vec![Who::Person, Who::Person], Secret(bytes));
        let mut room = Room::open(opening).expect("two can play");
        // A deal of our choice, which over the interface nobody has.
        let owner = room.owner().to_owned();
        let guest = room.chairs()[1].key().expect("a person's seat").to_owned();
        let mut record = room.keep();
        if let Some(start) = start {
            start.clone_into(&mut record.start);
        }
        let room = record.load(games, 400, Secret([8; 32])).expect("a record loads");
        World { room, owner, guest, other: SplitMix::stream(number, 77), told: Vec::new() }
    }

    fn advance(&mut self) {
        while matches!(self.room.advance(), Next::More) {}
    }

    fn tell(&mut self, what: impl Into<String>) {
        self.told.push(what.into());
    }

    /// The honest player's turn: a legal move, if one is owed.
    fn other_plays(&mut self, seat: Player, token: &str) {
        let access = self.room.access(Some(token));
        let legal = match self.room.turn() {
            Turn::Player(player) if player == seat => self.room.table().legal(),
            Turn::Together(players) if players.contains(seat) => self.room.table().choices(seat),
            _ => return,
        };
        let text = &legal[self.other.below(legal.len())];
        let play = Play { r#move: text.clone(), seat: Some(seat.0), ..Play::default() };
        // In a round played together it may have chosen already.
        let _ = self.room.call(access, Call::Play(play));
    }
}

/// Whose attempts were made, in order.
fn plies(world: &World) -> Vec<Turn> {
    let tree = world.room.tree();
    tree.path(tree.now()).into_iter().filter_map(|id| tree.get(id)).map(|node| node.turn).collect()
}

/// What the game itself has shown this seat on the way to where it stands.
fn shown(world: &World, seat: Player) -> String {
    let table = world.room.table();
    if table.turn() == Turn::Over {
        return format!("{} {:?}", table.start(), table.moves());
    }
    macro_rules! observed {
        ($($game:ty),*) => {$(
            if let Some(table) = table.as_any().downcast_ref::<TableOf<$game>>() {
                return format!("{:?}", table.now().observation(seat));
            }
        )*};
    }
    observed!(GoFish, Kuhn, Leduc, LiarsDice<6>, Goofspiel<4>);
    // Of attempts in vain the game says nothing, but the list of moves shows that
    // there was one: see "At a table" in docs/hidden.md.
    macro_rules! observed_with_plies {
        ($($game:ty),*) => {$(
            if let Some(table) = table.as_any().downcast_ref::<TableOf<$game>>() {
                return format!("{:?} {:?}", table.now().observation(seat), plies(world));
            }
        )*};
    }
    observed_with_plies!(Phantom<ThreeInARow>, Phantom<Chain<3>>);
    format!("{} {:?}", table.start(), table.moves())
}

/// One call of any kind; the answer is noted.
fn call(world: &mut World, token: &str, script: &mut SplitMix) {
    let access = world.room.enter(Some(token));
    let count = world.room.tree().len();
    let wish = |script: &mut SplitMix| match script.below(5) {
        0 => Wish::GoTo(script.below(count + 1)),
        1 => Wish::Running(script.one_in(2)),
        2 => Wish::Seats(vec!["person".to_owned(), "random".to_owned()]),
        3 => Wish::Position("?".to_owned()),
        _ => Wish::End,
    };
    let chosen = match script.below(24) {
        0..=4 => {
            let (at, seat) = (script.next() as usize, script.one_in(4).then(|| script.below(3)));
            let inputs = world.room.view(access).inputs;
            let text = match inputs.len() {
                0 => "2Q".to_owned(),
                n => inputs[at % n].text.clone(),
            };
            let seat = seat.map(|seat| seat as u8);
            Call::Play(Play { r#move: text, seat, ..Play::default() })
        }
        5 => Call::play(["up", "roll", "hold", "2Q", "1K", "bet"][script.below(6)]),
        6..=8 => Call::TakeBack(Plies { plies: Some(1 + script.below(3)) }),
        9 => Call::Redo(Plies { plies: Some(1 + script.below(3)) }),
        10..=11 => Call::GoTo(GoTo { node: script.below(count + 1) }),
        12 => Call::Change(Change { running: Some(script.one_in(2)), ..Change::default() }),
        13 => {
            let seats = Some(vec!["person".to_owned(), "random".to_owned()]);
            Call::Change(Change { seats, pause_ms: Some(3), ..Change::default() })
        }
        14 => Call::Position("?".to_owned()),
        15 => Call::Sit(Sit { seat: script.below(3) as u8 }),
        16..=17 => Call::Ask(wish(script)),
        18 => {
            let number = 1 + script.below(6) as u64;
            Call::Answer(Consent { number, agree: script.one_in(2) })
        }
        19 => Call::End,
        _ => return look(world, access, script),
    };
    let answer = world.room.call(access, chosen.clone());
    world.advance();
    let access = world.room.access(Some(token));
    let state = state_of(&world.room, access, Extent::Whole, &Look::default());
    world.tell(format!("{chosen:?} {answer:?} {state}"));
}

/// One question of any kind.
fn look(world: &mut World, access: Access, script: &mut SplitMix) {
    let room = &world.room;
    let node = script.below(room.tree().len() + 1);
    let text = match script.below(7) {
        0 => format!("{:?}", room.save(access).map(|saved| format!("{saved:?}"))),
        1 => format!("{:?}", room.position(access)),
        2 => format!("{:?}", room.seat_to_analyse(access)),
        3 => format!("{:?}", room.may_ask_engine(access)),
        4 => format!("{:?}", room.analysis(access)),
        5 => {
            let line = vec![["2Q", "up", "roll"][script.below(3)].to_owned()];
            state_of(room, access, Extent::News, &Look { node: Some(node), line })
        }
        _ => state_of(room, access, Extent::News, &Look { node: Some(node), line: Vec::new() }),
    };
    world.tell(text);
}

/// A state as text, without what names the world itself.
fn state_of(room: &Room, access: Access, extent: Extent, look: &Look) -> String {
    let state = match room.view_at(access, extent, look) {
        Ok(state) => state,
        Err(error) => return format!("{error:?}"),
    };
    let mut state = serde_json::to_value(&state).expect("a state is JSON");
    state["id"] = "…".into();
    for deal in state["deals"].as_array_mut().expect("deals") {
        deal["commitment"] = "…".into();
        // Shown when all is over, and then it explains everything.
        if deal["secret"].is_string() {
            deal["secret"] = "shown".into();
        }
    }
    state.to_string()
}

/// How often two worlds could be compared, or where they differed.
fn law(
    game: &str,
    variant: &str,
    starts: &[String],
    cheat: Cheat,
    seed: u64,
) -> Result<usize, String> {
    let games = takeback::standard();
    let seat = if cheat == Cheat::Guest { Player(1) } else { Player(0) };
    let mut worlds: Vec<World> = (0..24)
        .map(|i| {
            let start = if starts.is_empty() { None } else { Some(&*starts[i % starts.len()]) };
            World::new(&games, game, variant, start, 1000 * seed + i as u64)
        })
        .collect();
    for world in &mut worlds {
        let (owner, guest) = (world.owner.clone(), world.guest.clone());
        world.room.enter(Some(&owner));
        if cheat == Cheat::Alone {
            let own = world.room.access(Some(&owner));
            world.room.sit(own, 1).expect("nobody sits there");
        } else {
            world.room.enter(Some(&guest));
        }
        world.advance();
    }
    let mut compared = 0;
    for step in 0..60 {
        let who = SplitMix::stream(seed, step).below(3);
        for world in &mut worlds {
            let mut script = SplitMix::stream(seed, 1000 + step);
            let (owner, guest) = (world.owner.clone(), world.guest.clone());
            let (own, other) =
                if cheat == Cheat::Guest { (guest, owner.clone()) } else { (owner.clone(), guest) };
            let other = if cheat == Cheat::Alone { owner } else { other };
            match who {
                0 => {
                    world.other_plays(Player(1 - seat.0), &other);
                    world.advance();
                }
                _ => call(world, &own, &mut script),
            }
        }
        let mut alike: HashMap<String, usize> = HashMap::new();
        for (i, world) in worlds.iter().enumerate() {
            let first = *alike.entry(shown(world, seat)).or_insert(i);
            if first == i {
                continue;
            }
            compared += 1;
            let (a, b) = (&worlds[first].told, &world.told);
            if let Some(at) = (0..a.len().max(b.len())).find(|&at| a.get(at) != b.get(at)) {
                return Err(format!(
                    "{game}, {cheat:?}, seed {seed}, step {step}: worlds {first} and {i} were told\n{:?}\n{:?}",
                    a.get(at),
                    b.get(at)
                ));
            }
        }
    }
    Ok(compared)
}

fn holds(game: &str, variant: &str, starts: impl Fn(Player, u64) -> Vec<String>) {
    for cheat in [Cheat::Owner, Cheat::Guest] {
        let seat = if cheat == Cheat::Guest { Player(1) } else { Player(0) };
        let mut compared = 0;
        for seed in 1..=8 {
            compared += match law(game, variant, &starts(seat, seed), cheat, seed) {
                Ok(compared) => compared,
                Err(why) => panic!("{why}"),
            };
        }
        assert!(compared > 100, "{game}, {cheat:?}: only {compared} comparisons");
    }
}

/// Deals that look alike to this seat.
fn fish(seat: Player, seed: u64) -> Vec<String> {
    let games = takeback::standard();
    let table = games.choose("gofish", Some("2")).expect("built in").deal(seed);
    let fish = table.as_any().downcast_ref::<TableOf<GoFish>>().expect("Go Fish").now();
    let mut rng = SplitMix::stream(seed, 5);
    let other = |_| {
        let mut twin = fish.clone();
        twin.redeal(seat, &mut rng);
        takeback_core::Portable::position_text(&twin)
    };
    (0..24).map(other).collect()
}

#[test]
fn go_fish_cannot_be_cheated() {
    holds("gofish", "2", fish);
}

#[test]
fn kuhn_cannot_be_cheated() {
    holds("kuhn", "2", |_, _| Vec::new());
}

#[test]
fn leduc_and_dice_cannot_be_cheated() {
    holds("leduc", "2", |_, _| Vec::new());
    holds("liar", "6", |_, _| Vec::new());
}

#[test]
fn bids_cannot_be_cheated() {
    holds("goofspiel", "4", |_, _| Vec::new());
}

#[test]
fn stones_in_the_dark_cannot_be_cheated() {
    holds("phantomttt", "3x3", |_, _| Vec::new());
    holds("darkhex", "3x3", |_, _| Vec::new());
}

#[test]
fn pig_cannot_be_cheated() {
    holds("pig", "2", |_, _| Vec::new());
}

#[test]
fn tron_cannot_be_cheated() {
    holds("tron", "8x8", |_, _| Vec::new());
}

#[test]
fn battlesnake_cannot_be_cheated() {
    let games = takeback::standard();
    let start = games.choose("battlesnake", Some("duel")).expect("built in").deal(5).start();
    holds("battlesnake", "duel", |_, _| vec![start.clone()]);
}

#[test]
fn alone_one_may_try_everything_and_the_law_would_notice() {
    let broken = |game: &str, variant: &str, starts: Vec<String>| {
        (1..=12).any(|seed| law(game, variant, &starts, Cheat::Alone, seed).is_err())
    };
    assert!(broken("pig", "2", Vec::new()), "rolling again shows");
    assert!(broken("kuhn", "2", Vec::new()));
    assert!(broken("tron", "8x8", Vec::new()), "taking back a choice shows");
}

#[test]
fn illegal_requests_are_typed() {
    let games = takeback::standard();
    let mut world = World::new(&games, "pig", "2", None, 1);
    let (owner, guest) = (world.owner.clone(), world.guest.clone());
    world.room.enter(Some(&guest));
    let access = world.room.access(Some(&owner));
    let refused = world.room.call(access, Call::TakeBack(Plies { plies: None }));
    assert!(matches!(refused, Err(RoomError::NeedsConsent(_))), "{refused:?}");
}
