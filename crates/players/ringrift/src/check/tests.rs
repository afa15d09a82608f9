//! The recorded data beside the project, when it is there, and what the checker must notice.

use super::traces::digest16;
use crate::wire::{cell_text, fingerprint, write_move, write_state};
use serde_json::{Value, json};
use takeback_core::{Game, Notation, RandomMove, SplitMix};
use takeback_host::check::{File, Known, Report, find, recorded as recorded_data};
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{Board, Cell, CellName, RingRift, Square8};

/// Recorded files below this name; none, with a word about it, when there are none.
fn recorded(below: &str) -> Vec<File> {
    let Some(found) = recorded_data(&format!("ringrift/{below}")) else { return Vec::new() };
    find(&found).unwrap().iter().map(|path| File::read(path).unwrap()).collect()
}

fn check(files: &[File]) -> Report {
    let mut report = Report::default();
    for file in files {
        assert_eq!(super::check(file, &mut report), Known::Yes, "{}", file.name);
    }
    report
}

fn assert_passes(files: &[File]) {
    let report = check(files);
    assert_eq!(report.failed, 0, "{report}\n{}", report.differences().join("\n"));
    assert!(files.is_empty() || report.passed > 0);
}

/// The first games of every file; all of them are for the command line.
#[test]
fn recorded_games() {
    let mut files = recorded("traces");
    for file in &mut files {
        let small = file.name.contains('8');
        let lines = file.text.lines().take(if small { 300 } else { 40 });
        file.text = lines.collect::<Vec<_>>().join("\n");
    }
    assert_passes(&files);
}

#[test]
fn recorded_contracts() {
    assert_passes(&recorded("contract"));
}

/// Small counts only; the others are for the command line.
#[test]
fn recorded_counts() {
    let mut files = recorded("perft.json");
    for file in &mut files {
        let mut counts: Value = serde_json::from_str(&file.text).unwrap();
        let small = |row: &Value| row["nodes"].as_u64().is_some_and(|nodes| nodes < 5000);
        counts["initial"].as_array_mut().unwrap().retain(small);
        counts["midgame"].as_array_mut().unwrap().retain(|row| {
            row["perft"].as_object().unwrap().values().all(|n| n.as_u64().unwrap() < 2000)
        });
        file.text = counts.to_string();
    }
    assert_passes(&files);
}

/// A record of a random game in the shape of the recorded ones.
fn record(plies: usize) -> Vec<Value> {
    let mut game = RingRift::<Square8>::standard(2);
    let mut rng = SplitMix::new(8);
    let mut lines = vec![json!({ "t": "game", "id": "own", "board": "square8", "players": 2 })];
    let text = |game: &RingRift<Square8>, at: usize| cell_text(game, Cell(at as u16));
    for i in 0..plies {
        let mut legal: Vec<String> =
            game.legal_moves().into_iter().map(|m| game.move_text(m)).collect();
        legal.sort();
        let m = game.random_move(&mut rng);
        let (before, mv) = (game.clone(), game.move_text(m));
        let (ph, pl) = (game.phase().name(), game.colour().0 + 1);
        let _ = game.make(m);
        let changed = Square8::ALL.iter().filter(|&at| text(&before, at) != text(&game, at));
        let cells = changed.map(|at| {
            (CellName::<Square8>::of(Cell(at as u16)).to_string(), json!(text(&game, at)))
        });
        let purses = game.colours().map(|c| game.purse(c));
        let purses = purses.map(|p| json!([p.hand(), p.eliminated(), p.territory()]));
        let name = |cell: Cell| CellName::<Square8>::of(cell).to_string();
        lines.push(json!({
            "t": "ply", "i": i, "ph": ph, "pl": pl, "n": legal.len(), "mv": mv,
            "lh": digest16(&legal.join("\n")), "legal": legal,
            "d": cells.collect::<serde_json::Map<_, _>>(), "pp": purses.collect::<Vec<_>>(),
            "nph": game.phase().name(), "npl": game.colour().0 + 1,
            "pend": u8::from(game.step().pending()), "te": game.rings_eliminated(),
            "must": game.step().must_move().map(name), "chain": game.step().hunter().map(name),
            "h": fingerprint(&game),
        }));
    }
    lines.push(json!({ "t": "end", "plies": plies, "status": "active", "winner": null }));
    lines
}

fn judged(lines: &[Value]) -> Report {
    let text = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    check(&[File { path: "own.jsonl".into(), name: "own.jsonl".into(), text }])
}

/// Change any one fact of a good record and the checker must see it.
#[test]
fn every_wrong_fact_is_noticed() {
    let good = record(30);
    assert_eq!(judged(&good).failed, 0, "{:?}", judged(&good).differences());
    let wrong = [
        ("i", json!(99)),
        ("ph", json!("capture")),
        ("pl", json!(3)),
        ("n", json!(7777)),
        ("lh", json!("0000000000000000")),
        ("legal", json!(["NL", "NM"])),
        ("mv", json!("F 0,0")),
        ("d", json!({ "0,0": "S2222" })),
        ("pp", json!([[1, 2, 3], [4, 5, 6]])),
        ("nph", json!("game_over")),
        ("npl", json!(4)),
        ("pend", json!(1)),
        ("te", json!(555)),
        ("h", json!("0123456789abcdef")),
    ];
    for (key, value) in wrong {
        let mut bad = good.clone();
        bad[9][key] = value;
        let report = judged(&bad);
        assert_eq!((report.passed, report.failed), (0, 1), "{key}");
        assert!(report.differences()[0].contains("line 10, ply "), "{:?}", report.differences());
    }
    for (key, value) in [("plies", json!(1)), ("status", json!("completed")), ("winner", json!(1))]
    {
        let mut bad = good.clone();
        bad[31][key] = value;
        assert_eq!(judged(&bad).failed, 1, "{key}");
    }
}

/// A record may be no more than plies; the first illegal one is named with its reason.
#[test]
fn the_first_illegal_ply_is_pointed_out() {
    let ply = |text: &str| json!({ "t": "ply", "mv": text });
    let opening = json!({ "t": "game", "id": "bare", "board": "square8", "players": 2 });
    let plies = ["P 3,3 2", "M 3,3 3,4", "NL", "NT"];
    let lines: Vec<Value> = std::iter::once(opening).chain(plies.map(ply)).collect();
    let report = judged(&lines);
    let said = "own.jsonl bare: line 3, ply 1: illegal ply \"M 3,3 3,4\": \
                a stack of height 2 cannot go only 1 cells";
    assert_eq!(report.differences(), [said]);
}

/// A random game as RingRift's own tools write it: the plies and the state they led to.
fn json_game(plies: usize, seed: u64) -> Value {
    let mut game = RingRift::<Square8>::standard(2);
    let (mut rng, mut history) = (SplitMix::new(seed), Vec::new());
    while history.len() < plies && !game.turn().is_over() {
        let m = game.random_move(&mut rng);
        history.push(write_move(&game, m, history.len() + 1));
        let _ = game.make(m);
    }
    write_state(&game, Some(&json!("own")), &history)
}

fn judged_json(game: &Value) -> Report {
    check(&[File { path: "g.json".into(), name: "g.json".into(), text: game.to_string() }])
}

#[test]
fn games_of_json_plies_are_refereed() {
    for (plies, seed) in [(0, 1), (17, 2), (60, 3), (10_000, 4), (10_000, 5)] {
        let game = json_game(plies, seed);
        let report = judged_json(&game);
        assert_eq!((report.passed, report.failed), (1, 0), "{:?}", report.differences());
        // The plies alone, with no state but the name of the board.
        let bare = json!({ "boardType": "square8", "moves": game["moveHistory"] });
        assert_eq!(judged_json(&bare).passed, 1);
        let both = json!({ "games": [bare, game] });
        assert_eq!(judged_json(&both).passed, 2);
    }
}

/// Spoils a ply.
type Change = dyn Fn(&mut Value);

#[test]
fn the_first_illegal_json_ply_is_pointed_out() {
    let good = json_game(40, 6);
    let at = |x: u32, y: u32| json!({ "x": x, "y": y });
    let plies = good["moveHistory"].as_array().unwrap();
    let number = plies.iter().position(|ply| ply["type"] == "move_stack").unwrap();
    let judge_with = |change: &Change| {
        let mut bad = good.clone();
        change(&mut bad["moveHistory"][number]);
        let report = judged_json(&bad);
        assert_eq!((report.passed, report.failed), (0, 1));
        report.differences()[0].clone()
    };
    let place = format!("g.json own: ply {number} ");
    let set = |key: &'static str, value: Value| move |ply: &mut Value| ply[key] = value.clone();
    let stay = |ply: &mut Value| ply["to"] = ply["from"].clone();
    let cases: [(&str, Box<Change>); 6] = [
        ("(move_stack): illegal", Box::new(stay)),
        ("(move_stack): illegal: a move_stack ply needs \"to\"", Box::new(set("to", at(99, 0)))),
        ("(move_stack): illegal: player 2 is not in turn", Box::new(set("player", json!(2)))),
        (
            "(no_line_action): illegal \"NL\": the phase is movement",
            Box::new(set("type", json!("no_line_action"))),
        ),
        ("(dance): illegal: no ply is of type \"dance\"", Box::new(set("type", json!("dance")))),
        ("(no type): missing field `type`", Box::new(|ply| *ply = json!({}))),
    ];
    for (said, change) in cases {
        let told = judge_with(&*change);
        assert!(told.starts_with(&format!("{place}{said}")), "{told}");
    }
    // Plies that are legal but lead elsewhere than recorded.
    let mut wrong = good.clone();
    wrong["moveHistory"].as_array_mut().unwrap().truncate(8);
    let report = judged_json(&wrong);
    assert!(report.differences()[0].contains("fingerprint after the last ply"));
}

#[test]
fn json_without_games_is_no_record() {
    for text in ["{}", "[]", "7", "{\"moves\": 3}", "{\"games\": []}", "not json"] {
        let file = File { path: "x.json".into(), name: "x.json".into(), text: text.into() };
        assert_eq!(super::check(&file, &mut Report::default()), Known::No, "{text}");
    }
    for game in [
        json!({ "moves": [] }),
        json!({ "moves": [], "boardType": "square9" }),
        json!({ "moves": [], "boardType": "hex8", "numPlayers": 9 }),
        json!({ "moves": [], "boardType": "hex8", "rulesOptions": { "ringsPerPlayer": 0 } }),
        json!({ "moves": [], "boardType": "hex8", "initialState": 5 }),
        json!({ "moves": [], "boardType": "hex8", "finalState": 5 }),
    ] {
        assert_eq!(judged_json(&game).failed, 1, "{game}");
    }
}

#[test]
fn malformed_files_are_failed_cases() {
    for text in [
        "{",
        "{\"t\":\"game\"}",
        "[1]",
        "{\"t\":\"game\",\"board\":\"x\",\"players\":2}",
        "{\"t\":\"game\",\"board\":\"hex8\",\"players\":9}",
    ] {
        for name in ["own.jsonl", "own.vectors.json", "perft-own.json"] {
            let report = check(&[File { path: name.into(), name: name.into(), text: text.into() }]);
            assert!(name == "perft-own.json" || report.failed > 0, "{name} {text}");
            assert_eq!(report.passed, 0, "{name} {text}");
        }
    }
}
