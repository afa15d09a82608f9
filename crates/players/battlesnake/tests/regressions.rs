//! The snake answers the shipped regression cases, through the door that
//! `takeback check battlesnake` uses.

use takeback_host::check::{File, Report, find};

#[test]
fn the_snake_answers_the_regression_cases() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let checker = takeback_players_battlesnake::battlesnake().extras.checker().expect("a checker");
    let files = find(std::path::Path::new(folder)).expect("the folder is there");
    let mut report = Report::new(10);
    for file in &files {
        checker(&File::read(file).expect("readable"), &mut report);
    }
    assert_eq!((report.passed, report.failed), (8, 0), "{report}");
}
