//! States as the two hosts of RingRift write them: what they leave out, what they say twice.

mod common;

use common::{Played, few_rings};
use serde_json::{Value, json};
use takeback_core::{Game, Player, SplitMix};
use takeback_players_ringrift::wire::service::{read_any, rules_evaluate_move};
use takeback_players_ringrift::wire::{JsonState, StateError, fingerprint, write_move};
use takeback_ringrift::{
    Board, Hex8, Hexagonal, Move, Phase, RingRift, Rules, Square8, Square19, on_any,
};

fn read<B: Board>(state: &Value) -> Result<RingRift<B>, StateError> {
    JsonState::read(&state.to_string())?.game()
}

fn without(state: &Value, fields: &[&str]) -> Value {
    let mut state = state.clone();
    for field in fields {
        state.as_object_mut().expect("a state").remove(*field);
    }
    state
}

/// The first position of random games that looks like this.
fn find<B: Board>(rules: Rules, looks: impl Fn(&Played<B>) -> bool) -> Played<B> {
    for seed in 0..2000 {
        let (mut played, mut rng) = (Played::<B>::new(rules), SplitMix::new(seed));
        while played.step(&mut rng) {
            if looks(&played) {
                return played;
            }
        }
    }
    panic!("no random game comes there");
}

/// The history, replayed, tells everything that the rules keep: the flags of the turn, who opened the
/// round, who could act in it, who stood alone for how long.
#[test]
fn a_history_brings_back_the_whole_position() {
    fn games<B: Board>(rules: Rules, games: u64, stride: usize) {
        for seed in 0..games {
            let (mut played, mut rng) = (Played::<B>::new(rules), SplitMix::new(seed));
            for ply in 0.. {
                if ply % stride == 0 || played.is_over() {
                    let state = without(&played.state(), &["lpsTracking"]);
                    let back = read::<B>(&state).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
                    assert_eq!(back, played.game, "seed {seed} ply {ply}");
                }
                if !played.step(&mut rng) {
                    break;
                }
            }
        }
    }
    for players in 2..=4 {
        games::<Square8>(few_rings::<Square8>(players), 6, 3);
        games::<Hex8>(few_rings::<Hex8>(players), 4, 5);
    }
    let swap = Rules { swap: true, lps_rounds: 2, ..Rules::standard::<Square8>(2) };
    games::<Square8>(swap, 2, 7);
    games::<Square19>(Rules::standard::<Square19>(3), 1, 199);
    games::<Hexagonal>(Rules::standard::<Hexagonal>(2), 1, 299);
}

#[test]
fn the_rounds_of_last_player_standing_are_read_wherever_they_are_said() {
    let state = Played::<Square8>::new(Rules::standard::<Square8>(2)).state();
    let rounds = |top: Value, options: Value| {
        let mut state = without(&state, &["lpsRoundsRequired"]);
        for (at, value) in [(None, top), (Some("rulesOptions"), options)] {
            if !value.is_null() {
                let place = match at {
                    None => &mut state,
                    Some(name) => &mut state[name],
                };
                place["lpsRoundsRequired"] = value;
            }
        }
        read::<Square8>(&state).expect("a position").rules().lps_rounds
    };
    assert_eq!(rounds(Value::Null, Value::Null), 3);
    assert_eq!(rounds(json!(2), Value::Null), 2, "the server writes it beside the players");
    assert_eq!(rounds(Value::Null, json!(4)), 4, "others among the options");
    assert_eq!(rounds(json!(2), json!(4)), 2, "what the state says of itself counts");
}

#[test]
fn the_hosts_count_of_rounds_is_believed() {
    let quiet =
        |p: &Played<Square8>| p.history.len() > 60 && p.game.phase() == Phase::RingPlacement;
    let played = find::<Square8>(few_rings::<Square8>(3), quiet);
    let bare = without(&played.state(), &["moveHistory", "lpsTracking"]);
    let none = read::<Square8>(&bare).expect("a position").rounds();
    assert_eq!((none.streak(), none.streak_player(), none.first()), (0, None, None));
    // The game server's sum.
    let mut server = bare.clone();
    server["lpsTracking"] = json!({
        "roundIndex": 9, "consecutiveExclusiveRounds": 2, "consecutiveExclusivePlayer": 3,
    });
    let rounds = read::<Square8>(&server).expect("a position").rounds();
    assert_eq!((rounds.streak(), rounds.streak_player()), (2, Some(Player(2))));
    // The Python side says more.
    let mut python = bare.clone();
    for (field, value) in [
        ("lpsRoundIndex", json!(9)),
        ("lpsConsecutiveExclusiveRounds", json!(1)),
        ("lpsConsecutiveExclusivePlayer", json!(2)),
        ("lpsCurrentRoundFirstPlayer", json!(3)),
        ("lpsCurrentRoundActorMask", json!({ "3": false, "1": true })),
        ("lpsExclusivePlayerForCompletedRound", Value::Null),
        ("chainCaptureState", Value::Null),
        ("zobristHash", Value::Null),
        ("moveHistory", Value::Null),
    ] {
        python[field] = value;
    }
    let rounds = read::<Square8>(&python).expect("a position").rounds();
    assert_eq!((rounds.streak(), rounds.streak_player()), (1, Some(Player(1))));
    assert_eq!((rounds.first(), rounds.seen().0, rounds.able().0), (Some(Player(2)), 0b101, 0b001));
    python["lpsCurrentRoundFirstPlayer"] = json!(7);
    assert!(matches!(read::<Square8>(&python), Err(StateError::Player(7, 3))));
}

/// A server that plays two rounds has ended games that three rounds would go on with.
#[test]
fn a_game_ends_by_the_hosts_number_of_rounds() {
    let rules = Rules { lps_rounds: 2, ..few_rings::<Square8>(2) };
    let by_standing = |p: &Played<Square8>| {
        p.game.rounds().reason().is_some_and(|why| why.name() == "last_player_standing")
            && p.game.rounds().streak() == 2
    };
    let ended = find::<Square8>(rules, by_standing);
    // One ply before the end.
    let mut before = Played::<Square8>::new(rules);
    let mut state = Value::Null;
    let mut last = Value::Null;
    for ply in &ended.history {
        state = before.state();
        last = ply.clone();
        let text = JsonState::read(&state.to_string()).expect("a state");
        let game =
            text.game_before::<Square8>(&serde_json::from_value(ply.clone()).expect("a ply"));
        assert_eq!(game.expect("a position"), before.game);
        replay_one(&mut before, ply);
    }
    let judged = rules_evaluate_move(&json!({ "game_state": state, "move": last }).to_string());
    let judged = judged.expect("an answer");
    assert_eq!((&judged["valid"], &judged["game_status"]), (&json!(true), &json!("completed")));
}

fn replay_one<B: Board>(played: &mut Played<B>, ply: &Value) {
    let legal = played.game.legal_moves();
    let number = played.history.len() + 1;
    let same = |m: &&Move| write_move(&played.game, **m, number) == *ply;
    let m = *legal.iter().find(same).expect("a legal ply");
    played.history.push(ply.clone());
    let _ = played.game.make(m);
}

#[test]
fn a_chain_is_found_by_whatever_tells_of_it() {
    let chain = |p: &Played<Square8>| p.game.phase() == Phase::ChainCapture;
    let played = find::<Square8>(few_rings::<Square8>(2), chain);
    let hunter = played.game.step().hunter();
    let state = played.state();
    let mut bare = without(&state, &["chainCapturePosition", "mustMoveFromStackKey"]);
    // The last ply's end, even where the history does not begin at the start.
    let last = bare["moveHistory"].as_array().and_then(|plies| plies.last()).cloned();
    bare["moveHistory"] = json!([last]);
    assert_eq!(read::<Square8>(&bare).expect("a position").step().hunter(), hunter);
    bare["moveHistory"] = json!([]);
    let refused = read::<Square8>(&bare).expect_err("nothing tells");
    assert!(refused.to_string().contains("chainCapturePosition"), "{refused}");
    // The Python side's object.
    let mut python = bare.clone();
    python["chainCaptureState"] = json!({
        "playerNumber": 1, "startPosition": { "x": 0, "y": 0 }, "segments": [],
        "currentPosition": state["chainCapturePosition"], "availableMoves": [], "visitedPositions": [],
    });
    assert_eq!(read::<Square8>(&python).expect("a position").step().hunter(), hunter);
    python["chainCaptureState"]["currentPosition"] = json!({ "x": 9, "y": 9 });
    assert!(matches!(read::<Square8>(&python), Err(StateError::Cell(_))));
}

/// Where a ply is to be checked, it tells itself which stack captures.
#[test]
fn a_capture_without_history_is_checked_by_its_own_ply() {
    for phase in [Phase::Capture, Phase::ChainCapture] {
        let looks = |p: &Played<Hex8>| p.game.phase() == phase;
        let played = find::<Hex8>(few_rings::<Hex8>(2), looks);
        let state = without(
            &played.state(),
            &["moveHistory", "chainCapturePosition", "mustMoveFromStackKey"],
        );
        assert!(matches!(read::<Hex8>(&state), Err(StateError::Hunter(_))));
        let captures = |m: &&Move| matches!(m, Move::Capture { .. } | Move::Continue { .. });
        let legal = played.game.legal_moves();
        let ply = legal.iter().find(captures).expect("a capture");
        let ply = write_move(&played.game, *ply, 1);
        let body = json!({ "game_state": state, "move": ply }).to_string();
        let judged = rules_evaluate_move(&body).expect("an answer");
        assert_eq!(judged["valid"], true, "{judged}");
        let mut wrong = ply;
        wrong["from"] = wrong["captureTarget"].clone();
        let body = json!({ "game_state": state, "move": wrong }).to_string();
        assert!(
            rules_evaluate_move(&body).is_err() || {
                let judged = rules_evaluate_move(&body).expect("an answer");
                judged["valid"] == false
            }
        );
    }
}

#[test]
fn both_orders_of_rings_are_read_and_contradictions_refused() {
    let bare = Played::<Square8>::new(Rules::standard::<Square8>(2)).state();
    let with = |stacks: Value| {
        let mut state = bare.clone();
        state["board"]["stacks"] = stacks;
        read::<Square8>(&state)
    };
    let stack = |rings: &[u8], height: usize, cap: u8, top: u8| {
        json!({
            "position": { "x": 0, "y": 0 }, "rings": rings, "stackHeight": height,
            "capHeight": cap, "controllingPlayer": top,
        })
    };
    let top = stack(&[1, 1, 2], 3, 2, 1);
    let bottom = stack(&[2, 1, 1], 3, 2, 1);
    let from_top = with(json!({ "0,0": top, "3,3": { "rings": [1, 2] } })).expect("from the top");
    let from_bottom =
        with(json!({ "0,0": bottom, "3,3": { "rings": [2, 1] } })).expect("from the bottom");
    assert_eq!(fingerprint(&from_top), fingerprint(&from_bottom));
    assert_eq!(from_top, from_bottom, "buried rings too");
    // Read alike both ways, or saying nothing of itself: the top comes first.
    let plain = with(json!({ "0,0": { "rings": [1, 2, 2] } })).expect("from the top");
    let alike = with(json!({ "0,0": stack(&[1, 2, 2], 3, 1, 1) })).expect("from the top");
    assert_eq!(plain, alike);
    for (stacks, why) in [
        (json!({ "0,0": stack(&[2, 1], 2, 2, 1) }), "contradicts itself"),
        (json!({ "0,0": stack(&[2, 2, 1], 3, 1, 2) }), "contradicts itself"),
        (json!({ "0,0": stack(&[1, 1], 3, 2, 1) }), "contradicts itself"),
        (json!({ "0,0": stack(&[1, 1], 2, 2, 2) }), "contradicts itself"),
        (json!({ "0,0": top, "3,3": bottom }), "from the bottom"),
    ] {
        let refused = with(stacks.clone()).expect_err("a contradiction").to_string();
        assert!(refused.contains(why) && refused.contains("0,0"), "{stacks}: {refused}");
    }
    // Two stacks of the same rings; only the one read from the bottom is player 1's.
    let mixed = with(json!({ "0,0": stack(&[2, 1], 2, 1, 1) })).expect("from the bottom");
    assert_eq!(mixed.stack(takeback_ringrift::Cell(0)).controller(), Player(0));
}

/// What a state may leave out.
const OPTIONAL: [&str; 25] = [
    "boardType",
    "id",
    "rngSeed",
    "history",
    "moveHistory",
    "timeControl",
    "spectators",
    "gameStatus",
    "winner",
    "createdAt",
    "lastMoveAt",
    "isRated",
    "maxPlayers",
    "totalRingsInPlay",
    "totalRingsEliminated",
    "victoryThreshold",
    "territoryVictoryThreshold",
    "territoryVictoryMinimum",
    "lpsTracking",
    "lpsRoundsRequired",
    "rulesOptions",
    "pendingLineRewardElimination",
    "mustMoveFromStackKey",
    "chainCapturePosition",
    "chainCaptureState",
];

/// A thousand states of random games on all boards, each optional field there, `null` or missing by
/// chance: they load as the position they are, or are refused by a reason that has a name.
#[test]
fn a_thousand_states_load_or_are_refused_by_name() {
    fn one<B: Board>(seed: u64, rng: &mut SplitMix) -> Result<(), StateError> {
        let players = 2 + rng.below(3) as u8;
        let rules =
            if rng.one_in(2) { few_rings::<B>(players) } else { Rules::standard::<B>(players) };
        let mut played = Played::<B>::new(Rules { swap: rng.one_in(4), ..rules });
        for _ in 0..rng.below(150) {
            played.step(rng);
        }
        let mut state = played.state();
        state["chainCaptureState"] = match state.get("chainCapturePosition") {
            Some(at) => json!({ "currentPosition": at, "segments": [] }),
            None => Value::Null,
        };
        let was_over = played.is_over();
        for field in OPTIONAL {
            // Without it a finished game would be a position that goes on.
            let needed = was_over && field == "gameStatus";
            match rng.below(4) {
                0 if !needed => drop(state.as_object_mut().expect("a state").remove(field)),
                1 if !needed => state[field] = Value::Null,
                _ => {}
            }
        }
        let text = state.to_string();
        let state = JsonState::read(&text)?;
        let any = read_any(&state)?;
        let game: RingRift<B> = state.game().expect("read a moment ago");
        assert_eq!(any.board(), B::NAME);
        assert_eq!(game.turn().is_over(), was_over, "seed {seed}");
        let board = |game: &RingRift<B>| {
            let setup = game.to_setup();
            (setup.cells, setup.purses, was_over || game.colour() == played.game.colour())
        };
        assert_eq!(board(&game), board(&played.game), "seed {seed}");
        assert!(was_over || game.phase() == played.game.phase(), "seed {seed}");
        assert!(was_over || game.count_moves() > 0, "seed {seed}");
        on_any!(&any, any => assert_eq!(any.players(), usize::from(players)));
        Ok(())
    }
    let (mut loaded, mut refused) = (0, 0);
    for seed in 0..1000 {
        let mut rng = SplitMix::new(seed);
        let outcome = match seed % 4 {
            0 => one::<Square8>(seed, &mut rng),
            1 => one::<Hex8>(seed, &mut rng),
            2 => one::<Square19>(seed, &mut rng),
            _ => one::<Hexagonal>(seed, &mut rng),
        };
        match outcome {
            Ok(()) => loaded += 1,
            // Nothing left tells which stack captures.
            Err(StateError::Hunter(_)) => refused += 1,
            // Rings in hand beyond the usual supply: the option that told of it is missing.
            Err(StateError::Setup(why)) => {
                assert!(why.to_string().contains("supply"), "seed {seed}: {why}");
                refused += 1;
            }
            Err(other) => panic!("seed {seed}: {other}"),
        }
    }
    assert_eq!(loaded + refused, 1000);
    assert!(loaded > 950 && refused > 0, "{loaded} loaded, {refused} refused");
}
