//! What is written of a position, and how long texts are cut.

use super::{Limits, Mismatch, clerk::Clerk};
use crate::aspects::payoffs;
use crate::plan::Plan;
use crate::subject::{MoveId, Slot, Subject};
use takeback_core::{Player, Turn, mix};

/// So many moves are shown of a list that is cut.
const SHOWN: usize = 8;

/// Follows the turn where a game is cut.
pub(crate) const CUT: &str = ", cut";

/// One game; says how many plies were played.
pub(crate) fn game(
    plan: &Plan,
    subject: &mut dyn Subject,
    start: usize,
    limits: Limits,
    clerk: &mut dyn Clerk,
) -> Result<usize, Box<Mismatch>> {
    let at = subject.fresh(start);
    let mut ply = 0;
    loop {
        let over = subject.turn(at) == Turn::Over;
        let cut = !over && !clerk.goes_on(ply);
        let list = subject.legal(at);
        let texts = move_texts(plan, subject, at, &list);
        let page = Page::of(plan, subject, at, &texts);
        let turn = turn_text(subject.turn(at));
        if over || cut || clerk.in_full(ply) {
            clerk.line(&format!("@{ply} {turn}{}", if cut { CUT } else { "" }))?;
            for line in page.lines(limits) {
                clerk.line(&line)?;
            }
        } else {
            let whole = page.lines(Limits { moves: usize::MAX, text: usize::MAX, ..limits });
            let digest = digest(&whole.join("\n"));
            clerk.digest(&format!("@{ply} {turn} #{digest:016x}"), &whole)?;
        }
        if cut {
            return Ok(ply);
        }
        if over || list.is_empty() {
            clerk.line(&end_text(subject, at))?;
            return Ok(ply);
        }
        let m = clerk.play(subject, at, &list, &texts)?;
        subject.make(at, m);
        ply += 1;
    }
}

fn end_text(subject: &dyn Subject, at: Slot) -> String {
    if subject.turn(at) != Turn::Over {
        return "no move".to_owned();
    }
    let payoffs: Vec<String> = payoffs(subject, at).iter().map(|p| p.0.to_string()).collect();
    format!("payoffs: {}", payoffs.join(" "))
}

fn turn_text(turn: Turn) -> String {
    match turn {
        Turn::Player(player) => player.to_string(),
        Turn::Together(players) => {
            let seats: Vec<String> = players.iter().map(|p| (p.0 + 1).to_string()).collect();
            format!("together {}", seats.join(" "))
        }
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "over".to_owned(),
    }
}

fn move_texts(plan: &Plan, subject: &dyn Subject, at: Slot, list: &[MoveId]) -> Vec<String> {
    let text = |&m: &MoveId| {
        if plan.can.notation {
            one_line(&subject.move_text(at, m))
        } else {
            format!("{:?}", subject.move_debug(m))
        }
    };
    list.iter().map(text).collect()
}

/// All that is to be said of a position, each under its label.
struct Page(Vec<(String, Entry)>);

enum Entry {
    Short(String),
    Text(String),
    List(Vec<String>),
}

impl Page {
    fn of(plan: &Plan, subject: &mut dyn Subject, at: Slot, moves: &[String]) -> Self {
        let mut page = Page(Vec::new());
        if plan.can.portable {
            page.text("position", &subject.position_text(at));
        }
        page.list("moves", moves.to_vec());
        page.other_choices(plan, subject, at);
        if subject.turn(at) == Turn::Chance {
            let list = subject.legal(at);
            let weights = list.iter().map(|&m| subject.weight(at, m).to_string());
            page.list("weights", weights.collect());
        }
        if plan.can.keyed {
            page.0.push(("key".to_owned(), Entry::Short(subject.key(at).to_string())));
        }
        if plan.can.hidden {
            for player in Player::all(subject.players(at)) {
                let (seat, key) = (player.0 + 1, subject.infoset(at, player));
                let seen = subject.observation_text(at, player);
                page.text(&format!("seat {seat} sees {key}"), &seen);
            }
        }
        page
    }

    /// In a round played together the list is that of the lowest seat; here
    /// are those of the others.
    fn other_choices(&mut self, plan: &Plan, subject: &mut dyn Subject, at: Slot) {
        let Turn::Together(players) = subject.turn(at) else { return };
        if !plan.can.simultaneous {
            return;
        }
        for player in players.iter().skip(1) {
            let mut list = Vec::new();
            subject.choices(at, player, &mut list);
            let texts = move_texts(plan, subject, at, &list);
            self.list(&format!("seat {} choices", player.0 + 1), texts);
        }
    }

    fn text(&mut self, label: &str, text: &str) {
        self.0.push((label.to_owned(), Entry::Text(one_line(text))));
    }

    fn list(&mut self, label: &str, list: Vec<String>) {
        self.0.push((label.to_owned(), Entry::List(list)));
    }

    fn lines(&self, limits: Limits) -> Vec<String> {
        let line = |(label, entry): &(String, Entry)| match entry {
            Entry::Short(text) => format!("{label}: {text}"),
            Entry::Text(text) => format!("{label}: {}", cut_text(text, limits.text)),
            Entry::List(list) => {
                format!("{label} {}: {}", list.len(), cut_list(list, limits.moves))
            }
        };
        self.0.iter().map(|entry| line(entry).trim_end().to_owned()).collect()
    }
}

/// Line breaks would break the format.
fn one_line(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

/// The beginning and, since what changes stands late as a rule, more of the end.
fn cut_text(text: &str, limit: usize) -> String {
    let length = text.chars().count();
    if length <= limit {
        return text.to_owned();
    }
    let head: String = text.chars().take(limit / 4).collect();
    let tail: String = text.chars().skip(length - (limit - limit / 4)).collect();
    format!("{head} .. {tail} ({length} characters #{:016x})", digest(text))
}

/// Moves with spaces inside are kept apart by bars.
fn cut_list(list: &[String], limit: usize) -> String {
    let between = if list.iter().any(|text| text.contains(' ')) { " | " } else { " " };
    if list.len() <= limit {
        return list.join(between);
    }
    let head = &list[..SHOWN.min(limit)];
    format!("{} .. #{:016x}", head.join(between), digest(&list.join("\n")))
}

/// FNV-1a with the finaliser of SplitMix. Part of the format: it must never
/// change, which is why it is not the fingerprint used elsewhere.
fn digest(text: &str) -> u64 {
    let step = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    mix(text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}
