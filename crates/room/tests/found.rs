//! What an engine found reads as the game itself would, once its moves are played.

use std::time::Duration;
use takeback_core::{Player, SplitMix, Turn};
use takeback_host::play::{AnalysedLine, AnalysedMove, Analysis, Table};
use takeback_room::{Call, Found, Kind, Opening, Room, Secret, Who};
use takeback_search::Score;

/// So far lines are put into words.
const SAID: usize = 16;

/// A report of these moves.
fn report(lines: &[Vec<String>], root: &[String]) -> Analysis {
    let score = Score::Points(0);
    Analysis {
        best: root.first().cloned().unwrap_or_default(),
        score,
        shares: Vec::new(),
        lines: lines.iter().map(|moves| AnalysedLine { score, moves: moves.clone() }).collect(),
        root: root.iter().map(|m| AnalysedMove { m: m.clone(), score, visits: 1 }).collect(),
        nodes: 100,
        depth: 3,
        deepest: 3,
        time: Duration::from_millis(5),
        stopped: None,
    }
}

/// Moves at random; chance's are not a player's, and end it.
fn line(table: &mut dyn Table, rng: &mut SplitMix, most: usize) -> Vec<String> {
    let mut moves = Vec::new();
    while moves.len() < most && matches!(table.turn(), Turn::Player(_)) {
        let legal = table.legal();
        let text = &legal[rng.below(legal.len())];
        table.play(text).expect("it is in the list");
        moves.push(text.clone());
    }
    moves
}

#[test]
fn lines_read_as_the_moves_do_when_they_are_played() {
    let games = takeback::standard();
    let (mut compared, mut short, mut hidden) = (0, 0, 0);
    for game in games.games() {
        for variant in &game.variants {
            if variant.hides() || variant.players() > 2 {
                hidden += 1;
                continue;
            }
            let name = format!("{}:{}", game.name, variant.name());
            let kind = Kind::find(&games, game.name, Some(variant.name())).expect("built in");
            let seats = vec![Who::Person; variant.players()];
            let mut room = Room::open(Opening::new(kind, seats, Secret([3; 32]))).expect(&name);
            let owner = room.owner().to_owned();
            let mut rng = SplitMix::new(5);
            let moves = line(&mut *room.table().here(), &mut rng, SAID + 4);
            let legal = room.table().legal();
            let found = Found::new(
                room.chairs().len(),
                Player(0),
                &report(std::slice::from_ref(&moves), &legal),
            );
            let found = found.in_words(room.table());
            let written = &found.lines[0];
            let together = matches!(room.table().turn(), Turn::Together(_));
            assert_eq!(
                written.said.len(),
                if together { 0 } else { moves.len().min(SAID) },
                "{name}"
            );
            // The slow way: play them, and look at what the game's own list says.
            for (k, text) in moves.iter().enumerate().take(written.said.len()) {
                let access = room.access(Some(&owner));
                room.call(access, Call::play(text)).unwrap_or_else(|e| panic!("{name}: {e}"));
                let node = room.tree().nodes().last().expect("it was played");
                assert_eq!(node.text, *text, "{name}");
                let so = written.short.get(k).filter(|short| *short != text);
                assert_eq!(node.short.as_ref(), so, "{name}: {text}");
                assert_eq!(node.said, written.said[k], "{name}: {text}");
                if k == 0 {
                    let first = found.moves.iter().find(|m| m.r#move == *text);
                    let said = first.map_or("", |first| &first.said);
                    assert!(said.is_empty() || said == node.said, "{name}: {said}");
                }
                compared += 1;
                short += usize::from(so.is_some());
            }
        }
    }
    assert!(compared > 100 && hidden > 3, "{compared} compared, {short} short, {hidden} left out");
}

#[test]
fn a_line_that_cannot_be_played_ends_where_it_breaks() {
    let kind = Kind::find(&takeback::standard(), "tictactoe", None).expect("built in");
    let table = kind.variant().table(None).expect("the start");
    let line = ["b2", "a1", "b2", "c3"].map(str::to_owned).to_vec();
    let found = Found::new(2, Player(0), &report(&[line, vec!["z9".to_owned()]], &[]));
    let found = found.in_words(&*table);
    assert_eq!(found.lines[0].said.len(), 2, "{:?}", found.lines[0]);
    assert_eq!(found.lines[0].moves.len(), 4, "the notation stays as the engine gave it");
    assert!(found.lines[1].said.is_empty() && found.lines[1].short.is_empty());
}
