//! The committed signature covers every engine of every game.

use std::path::Path;
use takeback::host::spec::Spec;

#[test]
fn every_engine_that_plays_by_itself_is_in_the_signature() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/signature.txt");
    let text = std::fs::read_to_string(file).expect("the signature is committed");
    let games = takeback::standard();
    let (mut rows, mut missing) = (0, Vec::new());
    for game in games.games() {
        let chosen = game.nth(0);
        for engine in chosen.engines() {
            // Some play nothing without a file.
            if chosen.engine(&Spec::new(engine.name)).is_err() {
                continue;
            }
            let wanted = format!("  {} {}", chosen.full_name(), engine.name);
            let ends = [':', ' '].map(|end| format!("{wanted}{end}"));
            rows += 1;
            if !text.lines().any(|line| ends.iter().any(|row| line.contains(row.as_str()))) {
                missing.push(wanted);
            }
        }
    }
    assert!(missing.is_empty(), "no row for\n{}", missing.join("\n"));
    assert!(rows > 80, "{rows}");
}
