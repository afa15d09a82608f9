//! The screen without a terminal: keys in, a picture out.

use super::screen::App;
use super::session::{Due, Session, Sitter};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use std::sync::OnceLock;
use std::time::Duration;
use takeback_core::Player;
use takeback_host::Registry;
use takeback_scene::Target;
use takeback_scene::palette::Palette;

/// All games, for as long as the tests run.
fn games() -> &'static Registry {
    static GAMES: OnceLock<Registry> = OnceLock::new();
    GAMES.get_or_init(takeback::standard)
}

/// A game between people, with engines on the seats named.
fn app(game: &str, variant: &str, engines: &[(usize, &str)]) -> App<'static> {
    let chosen = games().choose(game, Some(variant)).expect("a variant");
    let table = chosen.deal(5);
    let mut sitters = vec![Sitter::Person; table.players()];
    for (seat, spec) in engines {
        sitters[*seat] = Sitter::Engine(spec.parse().expect("an engine"));
    }
    let session = Session::new(chosen, table, sitters, 5);
    App::new(session.expect("they may sit there"), Palette::DARK)
}

fn press(app: &mut App, keys: &[KeyCode]) {
    for &key in keys {
        app.key(key, KeyModifiers::NONE);
    }
}

fn picture(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test terminal");
    terminal.draw(|frame| super::draw::screen(frame, app)).expect("it can be drawn");
    let buffer = terminal.backend().buffer().clone();
    let rows = buffer.content().chunks(usize::from(width));
    let row =
        |cells: &[ratatui::buffer::Cell]| cells.iter().map(ratatui::buffer::Cell::symbol).collect();
    rows.map(row).collect::<Vec<String>>().join("\n")
}

/// Press what clicks the first thing that can be clicked.
fn click_first(app: &mut App) {
    if app.hands_over {
        return press(app, &[KeyCode::Enter]);
    }
    match app.pointing.targets().first() {
        Some(Target::Cell(cell)) => {
            app.cursor = *cell;
            press(app, &[KeyCode::Enter]);
        }
        Some(_) => press(app, &[KeyCode::Char('1')]),
        None => panic!("nothing can be clicked"),
    }
}

#[test]
fn every_variant_is_drawn_clicked_and_taken_back() {
    for game in games().games() {
        for variant in &game.variants {
            let name = format!("{} {}", game.title, variant.name());
            let mut app = app(game.name, variant.name(), &[]);
            if app.hands_over {
                assert!(picture(&app, 80, 24).contains("press Enter"), "{name}");
                click_first(&mut app);
            }
            assert!(picture(&app, 120, 50).contains(&name), "{name}");
            picture(&app, 40, 12);
            let before = app.session.table().position();
            let played = app.session.table().moves().len();
            for _ in 0..30 {
                if app.session.table().moves().len() > played {
                    break;
                }
                click_first(&mut app);
            }
            assert!(app.session.table().moves().len() > played, "{name}: nothing was played");
            app.hands_over = false;
            press(&mut app, &[KeyCode::Char('u')]);
            assert_eq!(app.session.table().position(), before, "{name}");
            app.hands_over = false;
            press(&mut app, &[KeyCode::Char('r')]);
            assert!(app.session.table().moves().len() > played, "{name}: nothing was redone");
        }
    }
}

#[test]
fn moves_can_be_typed_and_nonsense_is_refused() {
    let mut app = app("tictactoe", "3x3", &[]);
    let word = |text: &str| text.chars().map(KeyCode::Char).collect::<Vec<_>>();
    press(&mut app, &word("mb2"));
    assert!(picture(&app, 80, 30).contains("move: b2"));
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.session.table().position(), ".../.x./...");
    press(&mut app, &word("mz9"));
    press(&mut app, &[KeyCode::Enter]);
    assert!(picture(&app, 80, 30).contains("a cell from a1 to c3"));
    press(&mut app, &word("ma1"));
    press(&mut app, &[KeyCode::Esc]);
    assert_eq!(app.session.table().position(), ".../.x./...");
}

#[test]
fn a_hand_is_not_shown_before_its_owner_sits_down() {
    let mut app = app("kuhn", "2", &[]);
    assert!(app.hands_over);
    assert!(!picture(&app, 80, 24).contains("chips"));
    press(&mut app, &[KeyCode::Char('1')]);
    assert!(app.session.table().moves().len() == 2, "nobody plays blindly");
    press(&mut app, &[KeyCode::Enter]);
    let shown = picture(&app, 80, 24);
    assert!(shown.contains("[?]") && shown.contains("chips"), "{shown}");
    press(&mut app, &[KeyCode::Char('1')]);
    assert!(app.hands_over, "the second player is next");
}

/// Engines answer on their own; bounded, so that a silent one is noticed.
fn await_moves(app: &mut App, count: usize) {
    for _ in 0..2_000 {
        app.look_at_engines();
        if app.session.table().moves().len() >= count {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the engine does not answer");
}

#[test]
fn an_engine_answers_on_its_thread_and_is_taken_back_with_the_move_before() {
    let mut app = app("tictactoe", "3x3", &[(1, "2")]);
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.due, Due::Engine(Player::SECOND));
    press(&mut app, &[KeyCode::Enter]);
    assert!(picture(&app, 80, 30).contains("O (level 2)"));
    await_moves(&mut app, 2);
    assert_eq!(app.due, Due::Person(Player::FIRST));
    press(&mut app, &[KeyCode::Char('u')]);
    assert_eq!(app.session.table().position(), ".../.../...");
    press(&mut app, &[KeyCode::Char('r')]);
    assert_eq!(app.session.table().moves().len(), 2);
}

#[test]
fn taking_back_interrupts_an_engine_that_would_think_for_hours() {
    let mut app = app("chess", "standard", &[(1, "ab:time=9000s")]);
    press(&mut app, &[KeyCode::Char('m'), KeyCode::Char('e'), KeyCode::Char('2')]);
    press(&mut app, &[KeyCode::Char('e'), KeyCode::Char('4'), KeyCode::Enter]);
    assert_eq!(app.due, Due::Engine(Player::SECOND));
    press(&mut app, &[KeyCode::Char('u')]);
    assert_eq!((app.due, app.session.table().moves().len()), (Due::Person(Player::FIRST), 0));
    app.abandon();
}

#[test]
fn rounds_wait_for_everybody_and_arrows_steer() {
    let mut app = app("tron", "8x8", &[]);
    press(&mut app, &[KeyCode::Up]);
    assert_eq!((app.due, app.session.table().moves().len()), (Due::Person(Player::SECOND), 0));
    press(&mut app, &[KeyCode::Left]);
    assert_eq!(app.session.table().moves(), ["up", "left"]);
    press(&mut app, &[KeyCode::Char('u')]);
    assert_eq!((app.due, app.session.table().moves().len()), (Due::Person(Player::FIRST), 0));
}
