//! FEN, LAN, SAN, PGN.

use super::{listed, play, position, setup};
use crate::{
    Action, CoTuLenh, Draws, FenCategory, FenReason, Move, MoveError, Pgn, PgnError, PgnResult,
    PgnWarning, RankMark, START, Side, Strictness, TurnError, fen_reasons,
};
use std::collections::BTreeSet;
use takeback_core::{Game, Notation, Portable, RandomMove, SplitMix};

fn categories(text: &str, strictness: Strictness) -> BTreeSet<FenCategory> {
    fen_reasons(text, strictness).iter().map(FenReason::category).collect()
}

#[test]
fn every_reason_against_a_fen_is_found() {
    use FenCategory::*;
    let empty = "11/11/11/11/11/11/11/11/11/11/11/";
    let cases: [(String, &[FenCategory]); 16] = [
        (format!("{empty}11 r - - 0 1"), &[Semantic]),
        (format!("{empty}x11 r - - 0 1"), &[Lexical]),
        (format!("{empty}12 r - - 0 1"), &[Lexical, Structure]),
        (format!("{empty}0 r - - 0 1"), &[Lexical, Structure]),
        (format!("{empty}++c10 r - - 0 1"), &[Lexical]),
        (format!("{empty}c9+ r - - 0 1"), &[Lexical, Structure]),
        (format!("{empty}(c10 r - - 0 1"), &[Structure]),
        (format!("{empty}()11 r - - 0 1"), &[Structure]),
        (format!("{empty}((c))10 r - - 0 1"), &[Structure]),
        (format!("{empty}11/11 r - - 0 1"), &[Structure]),
        (format!("{empty}11 w - - 0 1"), &[Structure]),
        (format!("{empty}11 r k q 0 1"), &[Structure]),
        (format!("{empty}11 r - - -1 0"), &[Structure]),
        (format!("{empty}11 r - -"), &[Structure]),
        (format!("{empty}2(II)7C r - - 0 1"), &[Combination, Semantic]),
        (format!("{empty}C10 r - - 0 1"), &[Terrain, Semantic]),
    ];
    for (text, expected) in cases {
        assert_eq!(
            categories(&text, Strictness::Complete),
            expected.iter().copied().collect(),
            "{text}"
        );
    }
    // Both counters are wrong, and both are named.
    assert_eq!(fen_reasons(&format!("{empty}11 r - - x 0"), Strictness::Spelling).len(), 2);
    assert!(
        categories(&format!("{empty}11 r - - 99999999999 1"), Strictness::Spelling)
            .contains(&Structure)
    );
}

#[test]
fn spelling_alone_lets_impossible_positions_pass() {
    let text = "C10/11/11/11/11/11/11/11/11/11/11/2(cit)8 r - - 0 1";
    assert!(fen_reasons(text, Strictness::Spelling).is_empty());
    assert!(CoTuLenh::read_position(text).is_err());
}

#[test]
fn two_commanders_of_a_side_are_never_played() {
    let text = "6c4/11/11/11/11/11/11/11/11/11/11/6CC3 r - - 0 1";
    assert_eq!(categories(text, Strictness::Playable), [FenCategory::Semantic].into());
    let none = "11/11/11/11/11/11/11/11/11/11/11/6C4 r - - 0 1";
    assert!(fen_reasons(none, Strictness::Playable).is_empty());
}

#[test]
fn stacks_may_be_written_in_any_order_that_can_stand() {
    let on_c = position("6c4/11/11/11/11/11/11/11/11/2(TNF)8/11/6C4 r - - 0 1");
    assert!(on_c.position_text().contains("2(NFT)8"));
    let at_sea = "6c4/11/11/11/11/11/11/11/11/(TNF)10/11/6C4 r - - 0 1";
    assert_eq!(categories(at_sea, Strictness::Playable), [FenCategory::Terrain].into());
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    let good = "6c4/11/11/11/11/11/11/2(NFT)8/11/11/11/6C4 r - - 0 1";
    for tail in [
        "c5",
        "c5::",
        "c5:T:",
        "c5:T:N>",
        "z9:T:N>c3",
        "c5:X:N>c3",
        "c5:T:N>c3,,",
        "c5:FT:N>a1...",
        "c5:(FT):N>k12...",
        "c5:(FT):Q>c3",
        "::",
        "c5:(FT):N>c3,N>c2,N>c1,N>b1",
        "threefold",
        "c5:(FT):(N>c3",
        "(",
        "c5:é:N>c3",
    ] {
        let text = format!("{good} {tail}");
        assert!(CoTuLenh::read_position(&text).is_err(), "{tail}");
    }
    for text in ["", " ", "/", "r", "é", "((((((", "+ + + + + +", "11/11 r - - 0 1 2 3 4 5"] {
        assert!(CoTuLenh::read_position(text).is_err(), "{text}");
    }
    let start = CoTuLenh::new();
    for text in [
        "", "(", "()", "(T", "+", "T", "Tf4", "Tf4>", "Tf4f", "Tf4f6x", "f4f6", "Té4", "+Tf4f6",
        "Ta1a2", "(NF)b2b3",
    ] {
        assert!(start.read_move(text).is_err(), "{text}");
    }
    assert!(matches!(start.read_move("Ta1a2"), Err(MoveError::NotThere(..))));
    for text in ["", "(", ">", "<", ":", "a:b:c", "T<", "T<N>", "é", "Xc3", "commit"] {
        assert!(start.read_turn(text).is_err(), "{text}");
    }
}

#[test]
fn moves_of_one_position_never_look_alike() {
    let now = setup("Ck1 cj12 (NFT)c5 (FTM)f3 (EG)d4 ic6 if5 gf6 nb7");
    let texts = listed(&now);
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
}

fn san(position: &CoTuLenh, lan: &str, rank: RankMark) -> String {
    position.turn_text(&[position.read_move(lan).unwrap()], rank).unwrap()
}

#[test]
fn origins_are_named_where_needed() {
    let file = setup("Ck1 cj12 Tf4 Th4 ik9");
    assert_eq!(san(&file, "Tf4g4", RankMark::Whole), "Tfg4");
    assert_eq!(san(&file, "Tf4f3", RankMark::Whole), "Tf3");
    let rank = setup("Cc1 ck4 Fi8 Fi12 ik9 Tk1");
    assert_eq!(san(&rank, "Fi8i10", RankMark::Whole), "F8i10");
    assert_eq!(san(&rank, "Fi12i10", RankMark::Whole), "F12i10");
    assert_eq!(san(&rank, "Fi12i10", RankMark::FirstDigit), "F1i10");
    let both = setup("Ck1 cj12 +Tf4 +Tf6 +Th6 ik9");
    assert_eq!(san(&both, "+Tf6h4", RankMark::Whole), "+Tf6h4");
    for now in [file, rank, both] {
        for m in now.legal_moves().into_iter().filter(|m| m.deploys().is_none()) {
            let text = now.turn_text(&[m], RankMark::Whole).unwrap();
            assert_eq!(now.read_turn(&text), Ok(vec![m]), "{text}");
        }
    }
}

#[test]
fn a_first_digit_is_ambiguous_and_said_to_be() {
    let now = setup("Ce3 ck4 Fh8 Fi10 Fi12 ii11 Tk1");
    let text = san(&now, "Fi12xi11", RankMark::FirstDigit);
    assert_eq!(text, "F1xi11");
    assert!(matches!(now.read_turn(&text), Err(TurnError::Illegal(_) | TurnError::Ambiguous(_))));
}

#[test]
fn deployments_are_one_word() {
    let start = setup("Ck1 cj12 (NFT)c3 ik9 Ii2");
    let moves = |texts: &[&str]| {
        let mut now = start.clone();
        texts
            .iter()
            .map(|text| {
                let m = now.read_move(text).unwrap();
                now.make(m);
                m
            })
            .collect::<Vec<_>>()
    };
    let line = moves(&["Nc3>c5", "Tc3>c4", "Fc3>&c5"]);
    assert_eq!(start.turn_text(&line, RankMark::Whole).unwrap(), "(NF)>c5,T>c4");
    assert_eq!(start.turn_lan(&line).unwrap(), "c3::(NF)>c5,T>c4");
    let line = moves(&["Fc3>e5", "commit"]);
    assert_eq!(start.turn_text(&line, RankMark::Whole).unwrap(), "(NT)<F>e5");
    assert_eq!(start.read_turn("(NT)<F>e5").unwrap(), line);
    assert_eq!(start.read_turn("c3:(NT):F>e5").unwrap(), line);
    assert_eq!(start.turn_text(&line[..1], RankMark::Whole), None, "the turn is not over");
}

#[test]
fn an_ambiguous_deployment_is_written_with_its_origin() {
    let start = setup("Ck1 cj12 (TI)f4 (TI)h4 ik9");
    let line = [start.read_move("Tf4>g4").unwrap(), crate::Move::COMMIT];
    assert!(matches!(start.read_turn("I<T>g4"), Err(TurnError::Ambiguous(_))));
    let text = start.turn_text(&line, RankMark::Whole).unwrap();
    assert_eq!(text, "f4:I:T>g4");
    assert_eq!(start.read_turn(&text).unwrap(), line);
}

#[test]
fn records_are_read_as_written() {
    let mut rng = SplitMix::new(8);
    for fen in super::twin::CROWDED {
        let start = position(fen);
        let (mut now, mut moves) = (start.clone(), Vec::new());
        for _ in 0..40 {
            if now.turn().is_over() {
                break;
            }
            let m = now.random_move(&mut rng);
            moves.push(m);
            now.make(m);
        }
        let mut pgn = Pgn::of(&start, &moves);
        pgn.tags = [
            ("Event", "A \"quoted\" \\ event"),
            ("Site", "?"),
            ("Date", "2026.11.15"),
            ("Round", "1"),
            ("Red", "R"),
            ("Blue", "B"),
            ("RedElo", "1500"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
        pgn.comments = vec!["before all".to_owned()];
        if let Some(turn) = pgn.turns.first_mut() {
            turn.comments = vec!["[%clk 0:01:00]".to_owned(), "well".to_owned()];
        }
        let text = pgn.to_string();
        let read = Pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (mut a, mut b) = (start.clone(), read.start.clone());
        assert_eq!(
            (&read.tags, read.result, read.turns.len()),
            (&pgn.tags, pgn.result, pgn.turns.len())
        );
        assert_eq!(read.comments, pgn.comments);
        for (ours, theirs) in pgn.turns.iter().zip(&read.turns) {
            for &m in &ours.moves {
                a.make(m);
            }
            for &m in &theirs.moves {
                b.make(m);
            }
            assert_eq!(a, b);
            assert_eq!(ours.comments, theirs.comments);
        }
        assert_eq!(read.to_string(), text);
        assert_eq!(text.contains("[FEN"), fen != START);
        assert!(text.lines().all(|line| line.chars().count() <= 160));
    }
}

#[test]
fn records_say_what_is_wrong_with_them() {
    assert_eq!(
        Pgn::read("1. Zc3 *"),
        Err(PgnError::Turn { turn: 1, error: TurnError::Unreadable("Zc3".into()) })
    );
    assert!(matches!(Pgn::read("1. Fe5 Fe5 *"), Err(PgnError::Turn { turn: 2, .. })));
    assert_eq!(Pgn::read("1. Fe5 {never"), Err(PgnError::OpenComment));
    assert!(matches!(Pgn::read("[Event broken]\n\n*"), Err(PgnError::Tag(_))));
    assert!(matches!(Pgn::read("[FEN \"11 r\"]\n\n*"), Err(PgnError::Fen(_))));
    assert!(matches!(Pgn::read("1-0 Fe5"), Err(PgnError::AfterResult(_))));
}

#[test]
fn numbers_glyphs_and_praise_are_passed_over() {
    let pgn = Pgn::read("1.Fe5! $1 1... Nbb9?! ; to the end\n2. Cf1!! 1/2-1/2").unwrap();
    assert_eq!((pgn.turns.len(), pgn.result), (3, PgnResult::Draw));
    assert_eq!(pgn.turns[1].comments, ["to the end"]);
}

#[test]
fn collections_are_taken_apart() {
    let one = Pgn::of(&CoTuLenh::new(), &[]).to_string();
    let two = play(&CoTuLenh::new(), &["Fe2e5"]);
    let text = format!("{one}\n{}\n", Pgn::of(&two, &[]));
    let games: Vec<_> = Pgn::read_all(&text).collect::<Result<_, _>>().unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].start, two);
}

/// Whatever happens to a text, the answer is a position, a move or an error.
#[test]
fn damaged_texts_never_panic() {
    const MARKS: &[u8] = b"()+/0129abkrNFTCSx@_&><:,. {}[]-\xc3\xa9";
    let open = play(&setup("Ck1 cj12 (NFT)c5 ic6 gc7 ik9 Ii2"), &["Tc5>xc6", "Fc5>&c6"]);
    let record = Pgn::of(&CoTuLenh::new(), &[]).to_string() + "1. Fe5 {well} Nbb9 2. Cf1 *";
    let texts = [
        START.to_owned(),
        open.position_text(),
        record,
        "(FT)f3>@f6".into(),
        "c3:(NT):F>e5".into(),
    ];
    let mut rng = SplitMix::new(77);
    for _ in 0..4000 {
        let mut bytes = texts[rng.below(texts.len())].clone().into_bytes();
        for _ in 0..=rng.below(4) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = MARKS[rng.below(MARKS.len())],
                1 => bytes.insert(at, MARKS[rng.below(MARKS.len())]),
                _ => drop(bytes.drain(at..bytes.len().min(at + 1 + rng.below(8)))),
            }
            if bytes.is_empty() {
                bytes.push(b' ');
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = fen_reasons(&text, Strictness::Complete);
        if let Ok(position) = CoTuLenh::read_position(&text) {
            assert_eq!(position.faults(), Vec::<String>::new(), "{text}");
            let _ = (position.legal_moves(), position.read_move(&text), position.read_turn(&text));
        }
        let start = CoTuLenh::new();
        let _ = (Pgn::read(&text), start.read_move(&text), start.read_turn(&text));
    }
}

/// A record as the reference engine writes it: the last position in the `FEN` tag, ranks by
/// their first digit, deployments without their origin.
fn written_abroad(start: &CoTuLenh, turns: &[Vec<Move>]) -> String {
    let mut now = start.clone().with_draws(Draws::Neither);
    let mut body = String::new();
    for turn in turns {
        if now.side() == Side::Red {
            body += &format!("{}. ", now.number());
        }
        let text = match turn[0].deploys() {
            None => now.turn_text(turn, RankMark::FirstDigit),
            Some(_) => now.deployment_text(turn),
        };
        body += &format!("{} ", text.expect("a turn"));
        for &m in turn {
            now.make(m);
        }
    }
    let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.01.01\"]\n[Round \"1\"]\n[Red \"?\"]\n[Blue \"?\"]";
    let fen = now.position_text();
    format!("{tags}\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{body}*\n")
}

/// Random turns, with more deployments than chance would have.
fn random_turns(seed: u64, most: usize) -> (CoTuLenh, Vec<Vec<Move>>) {
    let mut rng = SplitMix::new(seed);
    let (mut now, mut turns) = (CoTuLenh::new().with_draws(Draws::Neither), Vec::new());
    let mut turn = Vec::new();
    while turns.len() < most && now.ending().is_none() {
        let mut moves = now.legal_moves();
        moves.retain(|&m| now.can_end_after(m));
        let deploys = |m: &Move| m.deploys().is_some() || m.is_control();
        if rng.one_in(2) && moves.iter().any(deploys) {
            moves.retain(deploys);
        }
        let joins = |m: &Move| m.action() == Action::Combine;
        if rng.one_in(3) && moves.iter().any(joins) {
            moves.retain(joins);
        }
        let m = moves[rng.below(moves.len())];
        now.make(m);
        turn.push(m);
        if !now.is_deploying() {
            turns.push(std::mem::take(&mut turn));
        }
    }
    (now, turns)
}

/// Two hundred games written abroad are read back, every one to the very position it ended in.
#[test]
fn two_hundred_foreign_records_are_read() {
    let (mut deployments, mut digits, mut ambiguous) = (0, 0, 0);
    for seed in 0..200 {
        let (end, turns) = random_turns(seed, 30 + (seed as usize % 4) * 20);
        let text = written_abroad(&CoTuLenh::new(), &turns);
        let (pgn, warnings) = Pgn::read_foreign(&text).unwrap_or_else(|e| panic!("{seed}: {e}"));
        assert_eq!(pgn.turns.len(), turns.len(), "{seed}");
        assert_eq!(pgn.start, CoTuLenh::new(), "{seed}");
        let mut now = pgn.start.clone().with_draws(Draws::Neither);
        for m in pgn.moves() {
            now.make(m);
        }
        assert_eq!(now.position_text(), end.position_text(), "{seed}");
        let late = |w: &PgnWarning| matches!(w, PgnWarning::LateFen(n) if *n <= turns.len());
        assert!(warnings.iter().any(late), "{seed}: {warnings:?}");
        deployments += turns.iter().filter(|turn| turn[0].deploys().is_some()).count();
        let by_digit = |word: &str| {
            let rest =
                word.trim_start_matches(|c: char| "+()".contains(c) || c.is_ascii_uppercase());
            rest.starts_with('1') && rest.len() > 2 && !word.contains('.')
        };
        let body = text.rsplit("\n\n").next().unwrap_or_default();
        digits += body.split(' ').filter(|word| by_digit(word)).count();
        ambiguous += warnings.len() - 1;
    }
    assert!(deployments > 500 && digits > 5, "{deployments} deployments, {digits} digits");
    assert!(ambiguous > 0, "{ambiguous} turns had to be found out");
}

#[test]
fn foreign_records_say_what_is_wrong_with_them() {
    // A right tag is no reason to complain.
    let start = "6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1";
    let right = format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n1. T>f6,I>f5 Cg11 *");
    let (pgn, warnings) = Pgn::read_foreign(&right).unwrap();
    assert_eq!((pgn.start.position_text().as_str(), &warnings[..]), (start, &[][..]));
    // A tag that has nothing to do with the game, and one that is none.
    let strange = format!("[FEN \"{start}\"]\n\n1. Fe5 Ncb9 *");
    assert_eq!(Pgn::read_foreign(&strange).unwrap().1, [PgnWarning::StrangeFen]);
    let (_, bad) = Pgn::read_foreign("[FEN \"lunch\"]\n\n1. Fe5 *").unwrap();
    assert!(matches!(bad[..], [PgnWarning::BadFen(_)]), "{bad:?}");
    // What cannot be played is refused at the turn that cannot.
    let error = Pgn::read_foreign("1. Fe5 Ncb9 2. Fe12 *").unwrap_err().to_string();
    assert!(error.starts_with("turn 3") && error.contains("Fe12"), "{error}");
    assert!(Pgn::read_foreign("1. Fe5 {never closed").is_err());
    let long = "Fe5 ".repeat(30_000);
    assert!(Pgn::read_foreign(&long).is_err());
}

/// A rank by its first digit, as we write it on demand, is read where it is the only reading.
#[test]
fn first_digits_are_read_back() {
    let game =
        CoTuLenh::read_position("6c4/11/8F2/11/11/11/8F2/11/11/11/11/3C7 r - - 0 1").unwrap();
    let upper = game.read_move("Fi10i8").unwrap();
    assert_eq!(game.turn_text(&[upper], RankMark::FirstDigit).unwrap(), "F1i8");
    assert_eq!(game.read_turn("F1i8").unwrap(), [upper]);
    assert_eq!(game.read_turn("F10i8").unwrap(), [upper]);
    let lower = game.read_move("Fi6i8").unwrap();
    assert_eq!(game.read_turn("F6i8").unwrap(), [lower]);
}
