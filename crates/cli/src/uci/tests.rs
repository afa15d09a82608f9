//! Whole conversations, as strings.

use super::answer::word;
use super::command::{Command, From, Go};
use super::thinking::{Step, allotted};
use std::time::Duration;
use takeback_host::Variant;
use takeback_host::outside::ProtocolSettings;

/// Nothing said on the command line.
const UNASKED: ProtocolSettings = ProtocolSettings {
    variant: None,
    engine: None,
    time: None,
    threads: None,
    memory: None,
    seed: None,
};

/// What a client hears that says all this and then hangs up.
fn talk(game: &str, said: &str) -> Vec<String> {
    let mut heard = Vec::new();
    let games = takeback::standard();
    let chosen = games.choose(game, None).expect("a game");
    super::run(chosen, &UNASKED, said.as_bytes(), &mut heard).expect("the conversation ends well");
    String::from_utf8(heard).expect("only text is said").lines().map(str::to_owned).collect()
}

fn best(heard: &[String]) -> &str {
    let last = heard.iter().rev().find_map(|line| line.strip_prefix("bestmove "));
    last.unwrap_or_else(|| panic!("no answer in {heard:#?}"))
}

fn remark(heard: &[String]) -> &str {
    let remark = heard.iter().find_map(|line| line.strip_prefix("info string "));
    remark.unwrap_or_else(|| panic!("no remark in {heard:#?}"))
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let heard = talk("cotulenh", "uci\nisready\nquit\n");
    assert!(heard[0].starts_with("id name takeback"));
    assert_eq!(heard[heard.len() - 2..], ["uciok", "readyok"]);
    for name in ["Hash", "Threads", "MultiPV", "Engine", "Level", "Variant"] {
        let start = format!("option name {name} type ");
        assert!(heard.iter().any(|line| line.starts_with(&start)), "{name}: {heard:#?}");
    }
}

#[test]
fn it_finds_a_mate_and_counts_it_in_turns() {
    let fen = "2(FT)2i5/4c3I2/11/6g4/8A2/11/8M2/11/11/11/11/8C2 r - - 0 1";
    let heard = talk("cotulenh", &format!("position fen {fen}\ngo depth 6\n"));
    assert!(["Fc12>e10", "Tc12>c10"].contains(&best(&heard)), "{heard:#?}");
    let last = &heard[heard.len() - 2];
    assert!(last.contains("score mate 2") && last.contains(" pv "), "{last}");
}

#[test]
fn a_step_of_a_deployment_is_a_move() {
    let fen = "6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1";
    let said = format!("position fen {fen} moves Tf4>f6 commit Cg12g11 If4f5\nd\n");
    let heard = talk("cotulenh", &said);
    assert!(heard[1].ends_with("played 4: Tf4>f6 commit Cg12g11 If4f5"), "{heard:#?}");
    // Inside the session the same side is asked for its next step.
    let heard = talk("cotulenh", &format!("position fen {fen} moves Tf4>f6\ngo depth 1\nd\n"));
    assert!(best(&heard) == "commit" || best(&heard).starts_with("If4>"), "{heard:#?}");
}

#[test]
fn a_dead_end_is_left_by_cancel() {
    let fen = "6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1";
    let heard = talk("cotulenh", &format!("position fen {fen} moves Tf4>f6 cancel\nd\n"));
    assert!(heard[0].ends_with(fen), "{heard:#?}");
    let heard = talk("cotulenh", &format!("position fen {fen} moves cancel\n"));
    assert!(remark(&heard).contains("no steps"), "{heard:#?}");
    // The commander has stepped out into the fire, and the tank cannot help it.
    let fire = "9c1/11/11/10i/3a7/11/11/5(TC)5/4g6/11/8I2/11 r - - 0 1";
    let heard = talk("cotulenh", &format!("position fen {fire} moves Cf5>d5 Tf5>f6\ngo\n"));
    assert_eq!(best(&heard), "cancel", "{heard:#?}");
    assert!(remark(&heard).contains("cancel takes its steps back"), "{heard:#?}");
}

#[test]
fn an_illegal_move_leaves_the_position_as_it_was() {
    let said = "position startpos moves Tf4f6\nposition startpos moves Tf4f6 Tf4f6\nd\n";
    let heard = talk("cotulenh", said);
    assert!(remark(&heard).starts_with("move 2 of 2, Tf4f6:"), "{heard:#?}");
    assert!(heard.iter().any(|line| line == "played 1: Tf4f6"), "{heard:#?}");
}

#[test]
fn nonsense_gets_a_remark_and_nothing_else() {
    for (said, why) in [
        ("castle", "unknown command"),
        ("go depth deep", "go depth"),
        ("go depth", "takes a whole number, not \"nothing\""),
        ("go sideways", "unknown command \"go sideways\""),
        ("go movetime 99999999999999999999", "whole number"),
        ("position", "needs startpos"),
        ("position moves Tf4f6", "needs startpos"),
        ("position fen", "needs startpos"),
        ("position fen x y z", "not a position"),
        ("position deal many", "whole number"),
        ("setoption", "needs name"),
        ("setoption name", "needs name"),
        ("setoption name Nalimov value 5", "no option"),
        ("setoption name Hash value 0", "from 1 to"),
        ("setoption name Threads value 1000000", "from 1 to"),
        ("setoption name Engine value abacus", "no engine is called"),
        ("setoption name Engine value maxn", "no engine is called"),
        ("setoption name Level value 11", "from 0 to 10"),
        ("setoption name Variant value round", "no variant"),
        ("roll", "not chance's turn"),
    ] {
        let heard = talk("cotulenh", &format!("{said}\nisready\n"));
        assert_eq!(heard.len(), 2, "{said}: {heard:#?}");
        let why = why.trim_start_matches("go ");
        assert!(remark(&heard).contains(why), "{said}: {heard:#?}");
        assert_eq!(heard[1], "readyok");
    }
}

#[test]
fn no_bytes_break_it() {
    let games = takeback::standard();
    let chosen = games.choose("tictactoe", None).expect("a game");
    let mut rng = takeback_core::SplitMix::new(9);
    let words = [
        "uci",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "1",
        "nodes",
        "stop",
        "d",
        "setoption",
        "name",
        "value",
        "Hash",
        "Tf4f6",
        "\u{e9}",
        "-7",
        "\0",
        "\r",
        "isready",
        "seat",
        "255",
        "movestogo",
        "0",
        "wtime",
        "ponderhit",
        "Level",
        "Variant",
        "deal",
        "roll",
    ];
    let mut said = Vec::new();
    for _ in 0..3_000 {
        for _ in 0..rng.below(6) {
            said.extend_from_slice(words[rng.below(words.len())].as_bytes());
            said.push(b' ');
        }
        said.push(if rng.one_in(50) { 0xff } else { b' ' });
        said.push(b'\n');
    }
    // Nobody shall wait for a search that a random line begins.
    let said: Vec<u8> = said
        .split_inclusive(|&b| b == b'\n')
        .filter(|line| !line.starts_with(b"go"))
        .flatten()
        .copied()
        .collect();
    let mut heard = Vec::new();
    super::run(chosen, &UNASKED, &said[..], &mut heard).expect("it stays calm");
    let endless = vec![b'a'; 3 << 20];
    let games = takeback::standard();
    let chosen = games.choose("tictactoe", None).expect("a game");
    let mut heard = Vec::new();
    super::run(chosen, &UNASKED, &endless[..], &mut heard).expect("it stays calm");
    assert!(String::from_utf8_lossy(&heard).contains("too long"));
}

#[test]
fn every_game_can_be_played() {
    for entry in takeback::standard().games() {
        let variant = &*entry.variants[0];
        if variant.ladder().is_none() {
            let heard = talk(entry.name, "go\n");
            assert!(remark(&heard).contains("name an engine") && best(&heard) == "(none)");
            continue;
        }
        let answered = play_a_while(entry.name, variant);
        assert!(answered > 0, "{}: nobody was ever asked", entry.name);
    }
}

/// The first moves of a game by the engine: how many it found.
fn play_a_while(game: &str, variant: &dyn Variant) -> usize {
    let mut table = variant.deal(3);
    let start = table.start();
    let mut luck = takeback_core::SplitMix::new(4);
    let mut answered = 0;
    for _ in 0..60 {
        if table.turn().is_over() || answered == 4 {
            break;
        }
        if table.roll(&mut luck).is_some() {
            continue;
        }
        let moves: Vec<String> = table.moves().iter().map(|m| word(m)).collect();
        let moves = moves.join(" ");
        let said = format!("position fen {start} moves {moves}\ngo nodes 40\n");
        let heard = talk(game, &said);
        let m = best(&heard);
        let legal = table.legal();
        let listed = legal.iter().find(|legal| word(legal) == m);
        table.play(listed.unwrap_or_else(|| panic!("{game}: {m} in {heard:#?}"))).expect("listed");
        answered += 1;
    }
    answered
}

#[test]
fn chance_rolls_when_asked() {
    let heard = talk("pig", "position startpos moves roll\ngo\nroll\ngo nodes 100\n");
    assert!(remark(&heard).starts_with("chance is to decide"), "{heard:#?}");
    assert!(heard.iter().any(|line| line == "bestmove (none)"), "{heard:#?}");
    assert!(heard.iter().any(|line| line.starts_with("rolled ")), "{heard:#?}");
    assert_ne!(best(&heard), "(none)");
    let rolled = |seed| {
        let roll = "position startpos moves roll\nroll\n".repeat(8);
        talk("pig", &format!("setoption name Seed value {seed}\n{roll}"))
    };
    assert_eq!(rolled(5), rolled(5));
    assert!((6..12).any(|seed| rolled(seed) != rolled(5)));
}

#[test]
fn every_seat_of_a_round_played_together_can_be_asked() {
    let heard = talk("tron", "go seat 1 nodes 300\ngo seat 2 nodes 300\n");
    assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
}

#[test]
fn several_lines_and_levels_are_shown_when_asked_for() {
    let said = "setoption name MultiPV value 3\ngo depth 1\n";
    let heard = talk("tictactoe", said);
    for n in 1..=3 {
        assert!(heard.iter().any(|line| line.contains(&format!(" multipv {n} "))), "{heard:#?}");
    }
    let heard = talk("cotulenh", "setoption name Level value 2\ngo infinite\nstop\n");
    assert_ne!(best(&heard), "(none)");
}

#[test]
fn an_engine_that_does_not_suit_changes_nothing() {
    let said = "setoption name Engine value random\nsetoption name Engine value maxn\ngo depth 1\n";
    let heard = talk("tictactoe", said);
    assert!(
        remark(&heard).contains("no engine is called") && best(&heard) != "(none)",
        "{heard:#?}"
    );
}

#[test]
fn a_finished_game_has_no_best_move() {
    let heard = talk("tictactoe", "position startpos moves a1 b1 a2 b2 a3\ngo\nd\n");
    assert_eq!(best(&heard), "(none)", "{heard:#?}");
    assert!(heard.iter().any(|line| line.starts_with("over, shares by seat: 1.000 0.000")));
}

#[test]
fn commands_are_read() {
    let read = |line| Command::read(line).expect("a command");
    assert_eq!(
        read(" position  fen a moves b moves  c d "),
        Command::Position {
            from: From::Text("a moves b".to_owned()),
            moves: vec!["c".to_owned(), "d".to_owned()],
        }
    );
    assert_eq!(
        read("setoption name Clear Hash"),
        Command::SetOption { name: "Clear Hash".to_owned(), value: String::new() }
    );
    assert_eq!(
        read("setoption name Engine value ab:depth=3, value"),
        Command::SetOption { name: "Engine".to_owned(), value: "ab:depth=3, value".to_owned() }
    );
    let go = Go { depth: Some(5), nodes: Some(7), ..Go::default() };
    assert_eq!(read("go depth 5 nodes 7"), Command::Go(go));
    assert_eq!(read("go mate 3"), Command::Go(Go { depth: Some(5), ..Go::default() }));
}

#[test]
fn the_clock_is_shared_out() {
    let time = |line: &str, clock| match Command::read(line) {
        Ok(Command::Go(go)) => allotted(&go, clock, Step::First).map(|time| time.as_millis()),
        other => panic!("{other:?}"),
    };
    assert_eq!(time("go movetime 250 wtime 9", 0), Some(250));
    assert_eq!(time("go wtime 30030 btime 60030", 0), Some(1000));
    assert_eq!(time("go wtime 30030 btime 60030", 1), Some(2000));
    assert_eq!(time("go wtime 30030 winc 400", 0), Some(1300));
    assert_eq!(time("go wtime 1030 movestogo 1", 0), Some(1000), "all that is left but the margin");
    assert_eq!(time("go wtime -50", 0), Some(1), "a clock that has run out");
    assert_eq!(time("go wtime 100 winc 99999", 0), Some(70), "never more than there is");
    assert_eq!(time("go depth 3", 0), None);
    assert_eq!(
        Duration::from_millis(1),
        allotted(&Go { movetime: Some(0), ..Go::default() }, 0, Step::First).unwrap()
    );
}

#[test]
fn a_turn_of_many_steps_takes_its_share_of_the_clock_once() {
    let games = takeback::standard();
    let chosen = games.choose("cotulenh", None).expect("a game");
    let fen = "6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1";
    let mut table = chosen.variant.table(Some(fen)).expect("a position");
    assert_eq!(Step::of(&*table), Step::First);
    table.play("Tf4>f6").expect("a step");
    assert_eq!(Step::of(&*table), Step::Later);
    table.play("commit").expect("a step");
    assert_eq!(Step::of(&*table), Step::First);
    let Ok(Command::Go(go)) = Command::read("go wtime 24030 winc 0") else { panic!("a command") };
    let millis = |step| allotted(&go, 0, step).expect("a clock").as_millis();
    assert_eq!([millis(Step::First), millis(Step::Later)], [800, 100]);
}

/// The depth that the last report of a conversation tells.
fn depth(heard: &[String]) -> u32 {
    let last = heard.iter().rev().find_map(|line| line.strip_prefix("info depth "));
    last.and_then(|rest| rest.split(' ').next()?.parse().ok()).expect("a report with a depth")
}

#[test]
fn after_a_hit_pondering_is_thinking_by_the_clock() {
    // Ten minutes are enough to see the end of the game, and to see it is enough to answer.
    let said = "setoption name Engine value ab\ngo ponder movetime 600000\nponderhit\n";
    assert_eq!(depth(&talk("tictactoe", said)), 9);
    // Nothing was said of time: the answer is wanted now.
    let heard = talk("tictactoe", "go ponder\nponderhit\n");
    assert_ne!(best(&heard), "(none)");
    // The guess was wrong, before and after the hit.
    for said in ["stop", "ponderhit\nstop", "ponderhit\nponderhit\nquit"] {
        let heard = talk("chess", &format!("go ponder movetime 600000\n{said}\n"));
        assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{said}");
    }
}

#[test]
fn the_expected_reply_is_told_to_who_ponders() {
    let heard = talk("chess", "setoption name Ponder value true\ngo depth 4\n");
    let words: Vec<&str> = best(&heard).split(' ').collect();
    let ["ponder", reply] = words[1..] else { panic!("{heard:#?}") };
    let said = format!("position startpos moves {} {reply}\nd\n", words[0]);
    assert!(talk("chess", &said).iter().any(|line| line == "in turn: seat 1 of 2"));
    // A deployment goes on: there is no reply yet.
    let fen = "2(FT)2i5/4c3I2/11/6g4/8A2/11/8M2/11/11/11/11/8C2 r - - 0 1";
    let said = format!("setoption name Ponder value true\nposition fen {fen}\ngo depth 6\n");
    let heard = talk("cotulenh", &said);
    assert_eq!(best(&heard).split(' ').count(), if best(&heard).contains('>') { 1 } else { 3 });
    assert!(!talk("chess", "go depth 4\n").iter().any(|line| line.contains(" ponder ")));
    let odd = talk("chess", "setoption name Ponder value perhaps\n");
    assert!(remark(&odd).contains("true or false"), "{odd:#?}");
}

/// An engine with a book plays from it where a client plays, and thinks where it wants to see a search.
#[test]
fn a_book_answers_in_play_and_nowhere_else() {
    let from_the_book = |said: &str| {
        let heard = talk("cotulenh", &format!("{said}\n"));
        let told = heard.iter().any(|line| line.starts_with("info string book "));
        let thought = heard.iter().any(|line| line.starts_with("info depth "));
        assert_ne!(told, thought, "{said}: {heard:#?}");
        assert_ne!(best(&heard), "(none)", "{said}");
        told
    };
    let level = "setoption name Level value 9\n";
    for go in ["go", "go movetime 50", "go wtime 3000 btime 3000", "go winc 100 wtime 2000"] {
        assert!(from_the_book(&format!("{level}{go}")), "{go}");
    }
    for go in ["go depth 2", "go nodes 500", "go mate 1", "go infinite\nstop", "go ponder\nstop"] {
        assert!(!from_the_book(&format!("{level}{go}")), "{go}");
    }
    let booked = "setoption name Engine value ab:nodes=300,learned,booked\n";
    assert!(from_the_book(&format!("{booked}go")));
    let without = [
        "setoption name Level value 3\n",
        "setoption name Engine value ab:nodes=300\n",
        &format!("{booked}setoption name MultiPV value 2\n"),
        &format!("{booked}setoption name OwnBook value false\n"),
        // Nobody has written a book of this.
        &format!("{booked}position fen 6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1\n"),
    ]
    .map(|said| from_the_book(&format!("{said}go")));
    assert_eq!(without, [false; 5]);
    assert!(from_the_book(&format!(
        "{booked}setoption name OwnBook value false\nsetoption name OwnBook value true\ngo"
    )));
}

/// The same seed opens the same games, but not every game alike; and the moves are legal.
#[test]
fn every_game_draws_anew_from_the_book() {
    let openings = |seed: u64| {
        let mut said = format!("setoption name Level value 8\nsetoption name Seed value {seed}\n");
        said += &"ucinewgame\nposition startpos\ngo\n".repeat(12);
        let heard = talk("cotulenh", &said);
        let moves = heard.iter().filter_map(|line| line.strip_prefix("bestmove "));
        moves.map(str::to_owned).collect::<Vec<_>>()
    };
    let first = openings(5);
    assert_eq!(first.len(), 12);
    assert_eq!(first, openings(5));
    assert!(first.iter().any(|m| *m != first[0]), "{first:?}");
    let said = format!("position startpos moves {}\nd\n", first[0]);
    let heard = talk("cotulenh", &said);
    assert!(heard.iter().any(|line| *line == format!("played 1: {}", first[0])), "{heard:#?}");
}
