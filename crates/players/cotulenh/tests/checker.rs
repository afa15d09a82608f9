//! The checker of CoTuLenh: it passes what is right and fails what is not.

use std::path::PathBuf;
use takeback_host::check::{File, Known, Report, recorded};
use takeback_players_cotulenh as cotulenh;

fn file(name: &str, text: &str) -> File {
    File { path: PathBuf::from(name), name: name.to_owned(), text: text.to_owned() }
}

fn check(name: &str, text: &str) -> Report {
    let mut report = Report::new(10);
    assert_eq!(cotulenh::check(&file(name, text), &mut report), Known::Yes, "{name}");
    report
}

/// A game of one deployment, written by hand from the rules. Blue's infantry is
/// a hero: the commander keeps off k8.
const GAME: [&str; 2] = [
    r#"{"game":0,"ply":0,"fen":"9c1/11/10+i/11/11/11/11/5T5/5(TI)5/11/8I2/9HC r - - 0 1","legal":LEGAL0,"move":"If4>f3","after":"9c1/11/10+i/11/11/11/11/5T5/5(TI)5/11/8I2/9HC r - - 0 1 f4:T:I>f3...","after_board":"9c1/11/10+i/11/11/11/11/5T5/5T5/5I5/8I2/9HC r - - 0 1","turn_end":false,"check":false,"danger":false,"over":null}"#,
    r#"{"game":0,"ply":1,"fen":"9c1/11/10+i/11/11/11/11/5T5/5(TI)5/11/8I2/9HC r - - 0 1 f4:T:I>f3...","board":"9c1/11/10+i/11/11/11/11/5T5/5T5/5I5/8I2/9HC r - - 0 1","legal":["Tf4>&f3","Tf4>d4","Tf4>e4","Tf4>g4","Tf4>h4","commit"],"move":"commit","after":"9c1/11/10+i/11/11/11/11/5T5/5T5/5I5/8I2/9HC b - - 1 1","turn_end":true,"san":"T<I>f3","check":false,"danger":false,"over":null}"#,
];

fn game() -> String {
    let legal = [
        "(TI)f4d4", "(TI)f4e4", "(TI)f4f2", "(TI)f4f3", "(TI)f4g4", "(TI)f4h4", "Ck1k2", "Ck1k3",
        "Ck1k4", "Ck1k5", "Ck1k6", "Ck1k7", "If4>&f5", "If4>e4", "If4>f3", "If4>g4", "Ii2h2",
        "Ii2i1", "Ii2i3", "Ii2j2", "Tf4>d4", "Tf4>e4", "Tf4>f2", "Tf4>f3", "Tf4>g4", "Tf4>h4",
        "Tf5d5", "Tf5e5", "Tf5f6", "Tf5f7", "Tf5g5", "Tf5h5",
    ];
    GAME.join("\n").replace("LEGAL0", &format!("{legal:?}"))
}

#[test]
fn a_game_by_the_rules_passes() {
    let report = check("traces.jsonl", &game());
    assert_eq!((report.passed, report.failed), (1, 0), "{:?}", report.differences());
}

#[test]
fn every_fact_of_a_ply_is_checked() {
    for (right, wrong) in [
        ("\"Ck1k7\", ", ""),
        ("\"commit\"]", "\"commit\",\"x\"]"),
        ("b - - 1 1", "b - - 0 1"),
        ("\"after_board\":\"9c1", "\"after_board\":\"8c2"),
        ("\"board\":\"9c1", "\"board\":\"8c2"),
        ("\"turn_end\":true", "\"turn_end\":false"),
        ("T<I>f3", "I<T>f3"),
        ("\"check\":false", "\"check\":true"),
        ("\"danger\":false", "\"danger\":true"),
        ("\"over\":null", "\"over\":\"fifty\""),
        ("\"move\":\"commit\"", "\"move\":\"cancel\""),
        ("\"move\":\"If4>f3\"", "\"move\":\"If4>f9\""),
        ("\"over\":null}", "\"over\":null,\"dead_end\":true}"),
    ] {
        let text = game().replacen(right, wrong, 1);
        assert_ne!(text, game(), "{right}");
        let report = check("traces-2.jsonl", &text);
        assert_eq!((report.passed, report.failed), (0, 1), "{right} -> {wrong}");
    }
}

#[test]
fn facts_of_positions_perft_fens_and_stacks_are_checked() {
    let cases = [
        (
            "positions.jsonl",
            r#"{"fen":"5c5/11/5T5/11/11/11/11/11/11/11/11/4C6 b - - 0 1","legal":["Cf12g12","Cf12i12","Cf12j12","Cf12k12"],"check":true,"danger":{"r":false,"b":true},"commander":{"r":"e1","b":"f12"},"attackers":{"r":[],"b":["Tf10"]},"over":null,"air_defence":{"r":[],"b":[]}}"#,
            &["\"Cf12g12\",", "\"Tf10\"", "\"e1\"", "true,\"danger\"", "\"b\":true"][..],
        ),
        (
            "perft.jsonl",
            r#"{"id":1,"fen":"5c5/11/11/11/11/11/11/11/5(FTM)5/11/11/4C6 r - - 0 1","perft":{"1":88,"2":1523},"turns":{"sequences":12328,"distinct":2750,"deadends":0}}"#,
            &["88", "1523", "12328", "2750", "\"deadends\":0"][..],
        ),
        (
            "fen_validation.jsonl",
            r#"{"fen":"11/11/11/11/11/11/11/11/11/11/12/11 r - - 0 1","semantics":true,"valid":false,"categories":["lexical","structure"]}"#,
            &["false", "\"lexical\","][..],
        ),
    ];
    for (name, text, facts) in cases {
        let report = check(name, text);
        assert_eq!((report.passed, report.failed), (1, 0), "{:?}", report.differences());
        for fact in facts {
            let wrong = match *fact {
                "true,\"danger\"" => "false,\"danger\"",
                "\"b\":true" => "\"b\":false",
                "\"Tf10\"" => "\"Tf9\"",
                "\"e1\"" => "\"e2\"",
                "false" => "true",
                "\"deadends\":0" => "\"deadends\":1",
                number if number.parse::<u64>().is_ok() => "77",
                _ => "",
            };
            let report = check(name, &text.replacen(fact, wrong, 1));
            assert_eq!((report.passed, report.failed), (0, 1), "{name}: {fact} -> {wrong}");
        }
    }
    assert_eq!(check("stacks.json", r#"{"carrier_first":["C","I"]}"#).failed, 1);
}

#[test]
fn bad_lines_are_failed_cases() {
    for (name, text) in [
        ("traces.jsonl", "{\"game\":0"),
        ("traces.jsonl", &game().replace("9c1/11", "9c1/12")),
        ("positions.jsonl", "[]"),
        ("perft.jsonl", r#"{"fen":"x","perft":{"1":1}}"#),
        (
            "perft.jsonl",
            r#"{"fen":"6c4/11/11/11/11/11/11/11/11/11/11/5C5 r - - 0 1","perft":{"one":1}}"#,
        ),
        ("fen_validation.jsonl", "nothing"),
        ("stacks.json", "{}"),
    ] {
        let report = check(name, text);
        assert_eq!(report.passed, 0, "{name}: {text}");
        assert!(report.failed > 0, "{name}: {text}");
    }
    let mut report = Report::default();
    assert_eq!(cotulenh::check(&file("README.md", ""), &mut report), Known::No);
}

/// Part of the recorded data, where it lies beside the project.
#[test]
fn recorded_data_pass() {
    let Some(folder) = recorded("cotulenh") else { return };
    for (name, every) in [
        ("traces.jsonl.gz", 9),
        ("positions.jsonl.gz", 12),
        ("fen_validation.jsonl", 1),
        ("stacks.json", 1),
    ] {
        let mut whole = File::read(&folder.join(name)).expect("a recorded file");
        if every > 1 {
            whole.text = sample(&whole.text, every);
        }
        let report = check(&whole.name, &whole.text);
        assert!(report.passed > 0 && report.failed == 0, "{name}: {:?}", report.differences());
    }
}

/// Every n-th game, or every n-th line where lines belong to no game.
fn sample(text: &str, every: usize) -> String {
    let game = |line: &str| {
        line.strip_prefix("{\"game\":").and_then(|rest| rest.split(',').next()?.parse().ok())
    };
    let lines = text.lines().enumerate().filter(|(i, line)| game(line).unwrap_or(*i) % every == 0);
    lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}
