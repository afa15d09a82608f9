//! What the guides show exists: every board can be reached, every task can be done, and failed.

use takeback::host::GameEntry;
use takeback::host::guide::{Block, Guide, Place};
use takeback::host::play::Table;

fn reach(game: &GameEntry, place: &Place) -> Box<dyn Table> {
    let variant = (!place.variant.is_empty()).then_some(place.variant.as_str());
    let variant = game.variant(variant).unwrap_or_else(|e| panic!("{}: {e}", game.name));
    let table = variant.table(place.position.as_deref());
    let mut table = table.unwrap_or_else(|e| panic!("{}: {place:?}: {e}", game.name));
    for text in &place.moves {
        table.play(text).unwrap_or_else(|e| panic!("{}: {text}: {e}", game.name));
    }
    table
}

#[test]
fn guides_show_positions_that_exist_and_tasks_that_can_be_done() {
    let (mut boards, mut tasks) = (0, 0);
    for game in takeback::standard().games().iter().filter(|game| !game.guide.is_empty()) {
        let guide = Guide::read(game.guide).unwrap_or_else(|e| panic!("{}: {e}", game.name));
        for block in &guide.blocks {
            if let Block::Board { place, .. } = block {
                let table = reach(game, place);
                let shown = table.scene(None);
                assert!(
                    !shown.pieces.is_empty()
                        || !shown.ribbons.is_empty()
                        || !shown.panels.is_empty()
                );
                boards += 1;
            }
        }
        for task in &guide.tasks {
            let legal = reach(game, &task.place).legal();
            for text in &task.accept {
                assert!(
                    legal.contains(text),
                    "{}: {text} of {:?}: {legal:?}",
                    game.name,
                    task.says
                );
            }
            assert!(legal.len() > task.accept.len(), "{}: {:?} cannot fail", game.name, task.says);
            tasks += 1;
        }
    }
    assert!(boards >= 20 && tasks >= 80, "{boards} boards and {tasks} tasks");
}

#[test]
fn every_game_can_be_learned_and_the_large_ones_have_a_lesson() {
    let games = takeback::standard();
    let lessons = ["ringrift", "cotulenh", "battlesnake", "hex", "gofish", "chess"];
    for game in games.games() {
        if game.variants.iter().all(|variant| game.extras.is_yardstick(variant.name())) {
            continue;
        }
        let guide = Guide::read(game.guide).unwrap_or_else(|e| panic!("{}: {e}", game.name));
        let boards = guide.blocks.iter().filter(|block| matches!(block, Block::Board { .. }));
        assert!(boards.count() > 0, "{} has no rules with a board", game.name);
        let least = if lessons.contains(&game.name) { 5 } else { 0 };
        assert!((least..=10).contains(&guide.tasks.len()), "{}: {}", game.name, guide.tasks.len());
    }
}
