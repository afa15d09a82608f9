//! Whole families of behaviour at once, so that none is left out: who becomes
//! a hero and who does not, every stack taken apart, every sort of move taken
//! back.

use super::{make_exactly, play, setup, setup_for, stack_on, twin::CROWDED};
use crate::{Action, CoTuLenh, Draws, Kind, STACKS, Side, Stack};
use std::collections::BTreeSet;
use takeback_core::{Game, RandomMove, SplitMix};

/// What happens, the stacks, the moves, the square to look at, what stands there.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);

const HEROES: [Row; 34] = [
    ("infantry beside it", "Ck1 cf12 If10 Ii2 ik9 th5", &["If10f11"], "f11", "+I"),
    ("a tank two steps away", "Ck1 cf12 Tf8 Ii2 ik9 th5", &["Tf8f10"], "f10", "+T"),
    ("militia diagonally", "Ck1 cf12 Md10 Ii2 ik9 th5", &["Md10e11"], "e11", "+M"),
    ("an engineer", "Ck1 cf12 Ef10 Ii2 ik9 th5", &["Ef10f11"], "f11", "+E"),
    ("artillery three steps away", "Ck1 cf12 Af8 Ii2 ik9 th5", &["Af8f9"], "f9", "+A"),
    ("artillery diagonally", "Ck1 cf12 Ai8 Ii2 ik9 th5", &["Ai8i9"], "i9", "+A"),
    ("an anti-air gun", "Ck1 cf12 Gf10 Ii2 ik9 th5", &["Gf10f11"], "f11", "+G"),
    ("a missile", "Ck1 cf12 Sf9 Ii2 ik9 th5", &["Sf9f10"], "f10", "+S"),
    ("an aircraft four steps away", "Ck1 cf12 Ff7 Ii2 ik9 th5", &["Ff7f8"], "f8", "+F"),
    ("a ship three steps away", "Ck1 cf12 Nc11 Ii2 ik9 th5", &["Nc11c12"], "c12", "+N"),
    ("not a ship four steps away", "Ck1 cg12 Nc11 Ii2 ik9 th5", &["Nc11c12"], "c12", "N"),
    ("but against a ship", "Ck1 (nc)c12 Nc7 Ii2 ik9 th5", &["Nc7c8"], "c8", "+N"),
    ("carrier and cargo", "Ck1 cf12 (FT)f8 Ii2 ik9 th5", &["(FT)f8f10"], "f10", "(+F+T)"),
    ("the carrier alone", "Ck1 cf12 (TI)f9 Ii2 ik9 th5", &["(TI)f9f10"], "f10", "(+TI)"),
    ("the cargo alone", "Ck1 cf12 (EA)f8 Ii2 ik9 th5", &["(EA)f8f9"], "f9", "(E+A)"),
    ("a missile aboard", "Ck1 cf12 (ES)f9 Ii2 ik9 th5", &["(ES)f9f10"], "f10", "(E+S)"),
    ("a gun aboard", "Ck1 cf12 (EG)f10 Ii2 ik9 th5", &["(EG)f10f11"], "f11", "(+E+G)"),
    ("no tank through a piece", "Ck1 cf12 Tf8 if11 Ii2 ik9", &["Tf8f10"], "f10", "T"),
    ("artillery over pieces", "Ck1 cf12 Af8 if11 if10 Ii2", &["Af8f9"], "f9", "+A"),
    ("no aircraft beyond a zone", "Ck1 cf12 Ff7 ge11 Ii2 ik9", &["Ff7f8"], "f8", "F"),
    ("an aircraft that dies there", "Ck1 cf12 Ff7 gg12 Ii2 ik9", &["Ff7f8"], "f8", "+F"),
    ("a heroic one through zones", "Ck1 cf12 +Ff6 ge11 Ii2 ik9", &["+Ff6f7"], "f7", "+F"),
    ("who stood there already", "Ck1 cf12 Tg9 If11 ik9 th5", &["Tg9g8"], "f11", "+I"),
    ("who stood behind", "Ck1 cf12 Tf10 If11 ik9 th5 Ii2", &["If11e11"], "f10", "+T"),
    ("a capture on the way", "Ck1 cf12 Tf8 if10 Ii2 ik9 th5", &["Tf8xf10"], "f10", "+T"),
    ("joining on the way", "Ck1 cf12 If9 Tf10 ik9 th5 Ii2", &["If9&f10"], "f10", "(+TI)"),
    ("heroes stay heroes", "Ck1 cj12 +Tf4 Ii2 ik9 th9", &["+Tf4f5"], "f5", "+T"),
    ("also when they join", "Ck1 cj12 +Tf4 Ff5 ik9 th9", &["+Tf4&f5"], "f5", "(F+T)"),
    ("also when they take", "Ck1 cj12 +If4 if6 ik9 Tk2", &["+If4xf6"], "f6", "+I"),
    ("a heroic headquarters walks", "Ck1 cj12 +Hf4 Ii2 ik9 th9", &["+Hf4g5"], "g5", "+H"),
    ("heroic artillery, four steps", "Ck1 cj12 +Af2 Ii2 ik9 th9", &["+Af2f6"], "f6", "+A"),
    ("a heroic missile, three", "Ck1 cj12 +Sg3 Ii2 ik9 th9", &["+Sg3g6"], "g6", "+S"),
    ("a heroic ship, five", "Ck1 cj12 +Na1 Ii2 ik9 th9", &["+Na1a6"], "a6", "+N"),
    ("the last guard", "Cc1 cj12 Tf4 tf5 ik9 Ii2", &["Tf4xf5"], "k9", "+I"),
];

#[test]
fn heroes_are_made_and_kept_as_the_rules_say() {
    for (what, stacks, moves, at, expected) in HEROES {
        // `play` takes every move back and compares before it goes on.
        assert_eq!(stack_on(&play(&setup(stacks), moves), at), expected, "{what}");
    }
}

#[test]
fn the_same_holds_for_the_other_side() {
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    // `Tf8` becomes `tf5`: the pieces change case, the ranks are counted from above.
    let turned = |word: &str| {
        let end = word.find(')').map_or(1 + usize::from(word.starts_with('+')), |at| at + 1);
        let (stack, square) = word.split_at(end);
        let rank: u32 = square[1..].parse().expect("a rank");
        format!("{}{}{}", stack.chars().map(swap).collect::<String>(), &square[..1], 13 - rank)
    };
    for (what, stacks, moves, at, expected) in HEROES {
        let stacks: Vec<String> = stacks.split(' ').map(turned).collect();
        let mut now = setup_for(Side::Blue, &stacks.join(" "));
        for text in moves {
            // Only single moves stand in the table: find it by its turned text.
            let wanted = turned_move(text);
            let found = now
                .legal_moves()
                .into_iter()
                .find(|&m| takeback_core::Notation::move_text(&now, m) == wanted);
            let m = found.unwrap_or_else(|| panic!("{what}: {wanted} in {now:?}"));
            make_exactly(&mut now, m);
        }
        let rank: u32 = at[1..].parse().expect("a rank");
        assert_eq!(stack_on(&now, &format!("{}{}", &at[..1], 13 - rank)), expected, "{what}");
    }
}

/// A move's text with its ranks counted from the other end. Pieces are upper case on both sides.
fn turned_move(text: &str) -> String {
    let (mut out, mut rank) = (String::new(), String::new());
    for c in text.chars().chain(Some(' ')) {
        if c.is_ascii_digit() {
            rank.push(c);
            continue;
        }
        if !rank.is_empty() {
            let number: u32 = rank.parse().expect("a rank");
            out += &(13 - number).to_string();
            rank.clear();
        }
        out.push(c);
    }
    out.trim_end().to_owned()
}

/// All 23 stacks of two and three, on ground that suits them, with something
/// to take nearby; random sessions to their end and all the way back.
#[test]
fn every_stack_is_taken_apart_and_put_together_again() {
    let mut rng = SplitMix::new(31);
    for stack in STACKS.iter().filter(|stack| stack.len() > 1) {
        let at = if stack.starts_with('N') { "c5" } else { "f5" };
        let own = if stack.contains('C') { "Ii2 Tk3" } else { "Ck1 Ii2" };
        let start = setup(&format!("({stack}){at} {own} cj12 id5 ie5 if7 nb6 gh6 ik9"));
        let mut seen = BTreeSet::new();
        for _ in 0..25 {
            let mut now = start.clone();
            let mut made = Vec::new();
            while now.side() == Side::Red && !now.turn().is_over() {
                let steps: Vec<_> = now
                    .legal_moves()
                    .into_iter()
                    .filter(|m| m.deploys().is_some() || now.is_deploying())
                    .collect();
                let Some(&m) = (!steps.is_empty()).then(|| &steps[rng.below(steps.len())]) else {
                    break; // a dead end
                };
                seen.insert((m.deploys(), m.action()));
                made.push((m, now.make(m)));
            }
            assert!(!made.is_empty(), "{stack} does not deploy");
            for (m, undo) in made.into_iter().rev() {
                now.unmake(m, undo);
            }
            assert_eq!(now, start, "{stack}");
        }
        let kinds = seen.iter().filter_map(|&(kind, _)| kind).collect::<BTreeSet<_>>();
        let movers = stack.chars().filter(|&letter| letter != 'H').count();
        assert_eq!(kinds.len(), movers, "{stack}: not all of its pieces stepped: {seen:?}");
    }
}

/// Every sort of move there is (who, how, out of a stack or not, hero or not)
/// occurs in random games, is taken back exactly, and leaves no fault.
#[test]
fn every_sort_of_move_is_taken_back() {
    let mut rng = SplitMix::new(8);
    let mut seen: BTreeSet<(Kind, Action, bool, bool)> = BTreeSet::new();
    for fen in CROWDED.iter().cycle().take(4 * CROWDED.len()) {
        let mut now = super::position(fen).with_draws(Draws::Neither);
        for _ in 0..80 {
            if now.turn().is_over() {
                break;
            }
            let m = now.random_move(&mut rng);
            if let Some((kind, heroic)) = mover(&now, m) {
                seen.insert((kind, m.action(), m.deploys().is_some(), heroic));
            }
            let before = now.clone();
            let undo = now.make(m);
            now.unmake(m, undo);
            assert_eq!(now, before, "{m:?}");
            now.make(m);
            assert!(now.faults().is_empty());
        }
    }
    let actions: BTreeSet<Action> = seen.iter().map(|&(_, action, ..)| action).collect();
    assert_eq!(actions.len(), 6, "{actions:?}");
    assert!(seen.len() >= 70, "only {} sorts: {seen:?}", seen.len());
}

/// Who moves, and whether it is a hero; nobody for the words of control.
fn mover(now: &CoTuLenh, m: crate::Move) -> Option<(Kind, bool)> {
    if m.is_control() {
        return None;
    }
    let stack: Stack = now.named_pieces(m);
    Some((stack.carrier(), stack.carrier_is_heroic()))
}
