//! The full screen: keys in, pictures out, engines on threads.

use super::choices::{self, Choice};
use super::cursor::{Arrow, next};
use super::draw;
use super::session::{Due, Session};
use super::thinking::{Thinking, in_a_line};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use std::time::Duration;
use takeback_core::{Player, Turn};
use takeback_host::play::{MoveInput, Seat};
use takeback_scene::palette::Palette;
use takeback_scene::{Board, Pointing, Scene, Step, Target};

/// The level that gives hints and analyses.
pub(crate) const HINTS: &str = "8";
/// How long a picture stands while nothing happens.
const BLINK: Duration = Duration::from_millis(60);

/// Play on the whole terminal until `q`.
///
/// # Errors
/// When the terminal fails.
pub(crate) fn run(session: Session, palette: Palette) -> anyhow::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let mut app = App::new(session, palette);
    let done = (|| -> anyhow::Result<()> {
        while !app.quits {
            terminal.draw(|frame| draw::screen(frame, &app))?;
            app.look_at_engines();
            if event::poll(BLINK)?
                && let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                app.key(key.code, key.modifiers);
            }
        }
        Ok(())
    })();
    app.abandon();
    ratatui::try_restore()?;
    done
}

/// Why an engine thinks.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Purpose {
    /// To move.
    Move,
    /// To advise once.
    Hint,
    /// To comment as long as the position stands.
    Analysis,
}

pub(crate) struct App<'a> {
    pub(crate) session: Session<'a>,
    pub(crate) palette: Palette,
    pub(crate) board: Board,
    pub(crate) scene: Scene,
    /// Cells of the last move.
    pub(crate) last: Vec<u16>,
    /// Who played what, as the viewer may know it.
    pub(crate) moves: Vec<(Option<Player>, String)>,
    pub(crate) due: Due,
    pub(crate) inputs: Vec<MoveInput>,
    pub(crate) pointing: Pointing,
    pub(crate) cursor: u16,
    /// The chosen one of the choices beside the board.
    pub(crate) choice: usize,
    pub(crate) thinking: Option<(Purpose, Thinking)>,
    adviser: Option<Seat>,
    /// A move being typed.
    pub(crate) typed: Option<String>,
    pub(crate) message: String,
    pub(crate) analysis: String,
    pub(crate) analysing: bool,
    /// The person who may look, where not everybody may.
    looks: Option<Player>,
    /// Whether a hidden hand waits for its owner to sit down.
    pub(crate) hands_over: bool,
    quits: bool,
}

impl<'a> App<'a> {
    pub(crate) fn new(session: Session<'a>, palette: Palette) -> Self {
        let board = session.table().board();
        let mut app = App {
            cursor: (board.cells.len() / 2) as u16,
            board,
            scene: Scene::default(),
            last: Vec::new(),
            moves: Vec::new(),
            due: Due::Over,
            session,
            palette,
            inputs: Vec::new(),
            pointing: Pointing::default(),
            choice: 0,
            thinking: None,
            adviser: None,
            typed: None,
            message: String::new(),
            analysis: String::new(),
            analysing: false,
            looks: None,
            hands_over: false,
            quits: false,
        };
        app.refresh();
        app
    }

    /// Look at the table anew after anything has changed there.
    fn refresh(&mut self) {
        self.due = self.session.due();
        self.inputs = match (self.due, self.session.table().turn()) {
            (Due::Person(player), Turn::Together(_)) => self.session.table().inputs_of(player),
            (Due::Person(_), _) => self.session.table().inputs(),
            _ => Vec::new(),
        };
        self.pointing = Pointing::new(self.inputs.iter().map(|m| &m.input));
        self.choice = 0;
        let several = self.session.people().nth(1).is_some();
        if let Due::Person(player) = self.due {
            self.hands_over = several && self.looks != Some(player) && self.session.has_secrets();
            self.looks = Some(player);
        }
        // While engines think, whoever looked last still sits there.
        let viewer = match self.due {
            Due::Engine(_) if several => self.looks.or(self.session.people().next()),
            due => self.session.viewer(due),
        };
        self.scene = self.session.table().scene(viewer);
        let history = self.session.table().history(viewer);
        self.last = history.last().map_or(Vec::new(), |told| told.touched.clone());
        self.moves = history.into_iter().map(|told| (told.by.decider(), told.told)).collect();
        self.wake_engine();
    }

    /// Set an engine to work if one is due, or the analysis if it is on.
    fn wake_engine(&mut self) {
        if self.thinking.is_some() {
            return;
        }
        match self.due {
            Due::Engine(player) => {
                if let Some(seat) = self.session.lend(player) {
                    let thinking = Thinking::start(seat, self.session.table(), player);
                    self.thinking = Some((Purpose::Move, thinking));
                }
            }
            Due::Person(player) if self.analysing => self.advise(player, Purpose::Analysis),
            _ => {}
        }
    }

    fn advise(&mut self, player: Player, purpose: Purpose) {
        let adviser = match self.adviser.take() {
            Some(adviser) => Ok(adviser),
            None => self.session.adviser(HINTS),
        };
        match adviser {
            Ok(seat) => {
                let thinking = Thinking::start(seat, self.session.table(), player);
                self.thinking = Some((purpose, thinking));
            }
            Err(error) => {
                self.analysing = false;
                self.message = format!("no advice: {error}");
            }
        }
    }

    /// Stop whoever thinks.
    pub(crate) fn abandon(&mut self) {
        let Some((purpose, thinking)) = self.thinking.take() else { return };
        let player = thinking.player;
        match (thinking.abandon(), purpose) {
            (Some(seat), Purpose::Move) => self.session.give_back(player, seat),
            (seat, _) => self.adviser = seat,
        }
    }

    /// Take what engines have found.
    pub(crate) fn look_at_engines(&mut self) {
        let Some((purpose, thinking)) = &self.thinking else { return };
        // An opponent's thoughts would give away a hidden hand.
        let tells = *purpose != Purpose::Move || !self.session.has_secrets();
        if tells && let Some(analysis) = thinking.so_far() {
            self.analysis = in_a_line(&analysis);
        }
        if !thinking.is_done() {
            return;
        }
        let Some((purpose, thinking)) = self.thinking.take() else { return };
        let player = thinking.player;
        let (seat, answer) = thinking.finish();
        match (purpose, seat) {
            (Purpose::Move, Some(seat)) => self.session.give_back(player, seat),
            (_, seat) => self.adviser = seat,
        }
        match (purpose, answer) {
            (_, Err(error)) => {
                self.message = format!("the engine cannot go on: {error}");
                self.analysing = false;
            }
            (Purpose::Move, Ok(analysis)) => self.play(player, &analysis.best),
            (Purpose::Hint, Ok(analysis)) => {
                self.message = format!("hint: {}", analysis.best);
                self.analysis = in_a_line(&analysis);
                self.point_at(&analysis.best);
            }
            (Purpose::Analysis, Ok(analysis)) => self.analysis = in_a_line(&analysis),
        }
    }

    /// Put the cursor where the move begins.
    fn point_at(&mut self, text: &str) {
        let m = self.inputs.iter().find(|m| m.text == text);
        if let Some(Target::Cell(cell)) = m.and_then(|m| m.input.clicks.first()) {
            self.cursor = *cell;
        }
    }

    fn play(&mut self, player: Player, text: &str) {
        match self.session.choose(player, text) {
            Ok(()) => {
                self.message.clear();
                self.refresh();
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// A person's decision: whatever advises stops first.
    fn decide(&mut self, text: &str) {
        let Due::Person(player) = self.due else {
            self.message = self.session.headline(self.due);
            return;
        };
        self.abandon();
        self.analysis.clear();
        self.play(player, text);
        self.wake_engine();
    }

    fn click(&mut self, target: &Target) {
        self.message.clear();
        match self.pointing.click(target) {
            Step::Move(m) => {
                let text = self.inputs[m].text.clone();
                self.decide(&text);
            }
            Step::Refused if self.inputs.is_empty() => {
                self.message = self.session.headline(self.due);
            }
            Step::Refused => self.message = "that cannot be chosen here".to_owned(),
            Step::On | Step::Back => self.choice = 0,
        }
    }

    pub(crate) fn choices(&self) -> Vec<(Choice, String)> {
        choices::list(&self.pointing, &self.scene)
    }

    fn take(&mut self, number: usize) {
        match self.choices().into_iter().nth(number) {
            Some((Choice::Click(target), _)) => self.click(&target),
            Some((Choice::Stop(m), _)) => {
                let text = self.inputs[m].text.clone();
                self.decide(&text);
            }
            None => {}
        }
    }

    pub(crate) fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        if code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL) {
            self.quits = true;
        } else if self.hands_over {
            match code {
                KeyCode::Enter | KeyCode::Char(' ') => self.hands_over = false,
                KeyCode::Char('q') | KeyCode::Esc => self.quits = true,
                _ => {}
            }
        } else if self.typed.is_some() {
            self.type_key(code);
        } else if let Some(m) = browser_name(code).and_then(|name| self.pointing.key(&name)) {
            let text = self.inputs[m].text.clone();
            self.decide(&text);
        } else {
            self.command(code);
        }
    }

    fn command(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up => self.walk(Arrow::Up),
            KeyCode::Down => self.walk(Arrow::Down),
            KeyCode::Left => self.walk(Arrow::Left),
            KeyCode::Right => self.walk(Arrow::Right),
            KeyCode::Tab => self.turn_choice(1),
            KeyCode::BackTab => self.turn_choice(-1),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Char(digit @ '1'..='9') => self.take(digit as usize - '1' as usize),
            KeyCode::Char(':' | '/' | 'm') => self.typed = Some(String::new()),
            KeyCode::Char('u') | KeyCode::Backspace => self.travel(Session::take_back, "beginning"),
            KeyCode::Char('r') => self.travel(Session::replay, "end of what was taken back"),
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('a') => self.toggle_analysis(),
            KeyCode::Char('n') => {
                self.abandon();
                self.session.restart();
                self.message = "a new game".to_owned();
                self.analysis.clear();
                self.looks = None;
                self.refresh();
            }
            KeyCode::Esc if !self.pointing.clicks().is_empty() => self.pointing.clear(),
            KeyCode::Esc | KeyCode::Char('q') => self.quits = true,
            _ => {}
        }
    }

    fn enter(&mut self) {
        let at = Target::Cell(self.cursor);
        let beside = self.choices();
        let on_board = self.pointing.targets().iter().any(|t| matches!(t, Target::Cell(_)));
        if !beside.is_empty() && (self.board.cells.is_empty() || !on_board) {
            self.take(self.choice);
        } else if !self.board.cells.is_empty() {
            self.click(&at);
        }
    }

    /// Arrows walk over the board, or along the choices where there is none.
    fn walk(&mut self, arrow: Arrow) {
        if self.board.cells.is_empty() {
            let step = if matches!(arrow, Arrow::Up | Arrow::Left) { -1 } else { 1 };
            self.turn_choice(step);
        } else {
            self.cursor = next(&self.board, self.cursor, arrow);
        }
    }

    fn turn_choice(&mut self, step: isize) {
        let count = self.choices().len() as isize;
        if count > 0 {
            self.choice = (self.choice as isize + step).rem_euclid(count) as usize;
        }
    }

    fn travel(&mut self, go: fn(&mut Session<'a>) -> bool, end: &str) {
        self.abandon();
        self.analysis.clear();
        self.message.clear();
        if !go(&mut self.session) {
            self.message = format!("this is the {end}");
        }
        self.refresh();
    }

    fn hint(&mut self) {
        let Due::Person(player) = self.due else { return };
        self.abandon();
        self.message = "looking for a hint…".to_owned();
        self.advise(player, Purpose::Hint);
    }

    fn toggle_analysis(&mut self) {
        self.analysing = !self.analysing;
        self.message = if self.analysing { "analysis on" } else { "analysis off" }.to_owned();
        if self.analysing {
            self.wake_engine();
        } else if matches!(self.thinking, Some((Purpose::Analysis, _))) {
            self.abandon();
            self.analysis.clear();
        }
    }

    fn type_key(&mut self, code: KeyCode) {
        let Some(typed) = &mut self.typed else { return };
        match code {
            KeyCode::Esc => self.typed = None,
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Char(sign) if typed.len() < 200 => typed.push(sign),
            KeyCode::Enter => {
                let text = self.typed.take().unwrap_or_default();
                if !text.trim().is_empty() {
                    self.decide(text.trim());
                }
            }
            _ => {}
        }
    }
}

/// A key as browsers name it, since that is how games name theirs.
fn browser_name(code: KeyCode) -> Option<String> {
    Some(match code {
        KeyCode::Up => "ArrowUp".to_owned(),
        KeyCode::Down => "ArrowDown".to_owned(),
        KeyCode::Left => "ArrowLeft".to_owned(),
        KeyCode::Right => "ArrowRight".to_owned(),
        KeyCode::Char(sign) => sign.to_string(),
        _ => return None,
    })
}
