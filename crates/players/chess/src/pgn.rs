//! Games in Portable Game Notation, read and written.
//!
//! The main line counts: comments, annotations and variations are passed over.

use takeback_chess::Chess;
use takeback_core::{Game, Notation, Portable};
use takeback_host::check::File;
use takeback_host::outside::{Exporter, RawGame, RawGames};

/// Writes PGN.
pub(crate) const EXPORTER: Exporter = Exporter { name: "PGN", extension: "pgn", write };

/// The games of a PGN file.
pub(crate) fn read(file: &File) -> Option<RawGames> {
    if !file.name.ends_with(".pgn") {
        return None;
    }
    let place = |i: usize| format!("{} game {}", file.name, i + 1);
    Some(records(&file.text).enumerate().map(|(i, text)| (place(i), game(&text))).collect())
}

/// Every record begins with its tags; a text without tags is one record.
fn records(text: &str) -> impl Iterator<Item = String> {
    let mut all: Vec<String> = Vec::new();
    let mut in_moves = true;
    for line in text.lines() {
        let is_tag = line.starts_with('[') && line.trim_end().ends_with(']');
        if is_tag && in_moves || all.is_empty() {
            all.push(String::new());
        }
        in_moves = !is_tag
            && (in_moves && !all.last().is_some_and(String::is_empty) || !line.trim().is_empty());
        if let Some(last) = all.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    all.into_iter().filter(|record| !record.trim().is_empty())
}

/// `[Name "value"]`
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, rest) = line.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((name, value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// The tokens of the main line. `%` hides a line, `;` the rest of one.
fn tokens(lines: &[&str]) -> Result<Vec<String>, String> {
    let shown = lines.iter().filter(|line| !line.starts_with('%')).copied();
    let mut all = vec![String::new()];
    let (mut depth, mut in_comment) = (0_u32, false);
    for line in shown {
        for letter in line.chars() {
            match letter {
                '}' if in_comment => in_comment = false,
                _ if in_comment => (),
                '{' => in_comment = true,
                ';' => break,
                '(' => depth += 1,
                ')' => depth = depth.checked_sub(1).ok_or("a variation ends that never began")?,
                _ if depth > 0 => (),
                '.' => all.push(String::new()),
                letter if letter.is_whitespace() => all.push(String::new()),
                letter => all.last_mut().ok_or("no token")?.push(letter),
            }
        }
        all.push(String::new());
    }
    if in_comment || depth > 0 {
        return Err("a comment or a variation is never closed".to_owned());
    }
    let is_number = |token: &String| token.bytes().all(|byte| byte.is_ascii_digit());
    all.retain(|token| {
        !is_number(token) && !token.starts_with('$') && !token.trim_matches(['!', '?']).is_empty()
    });
    Ok(all)
}

fn result(mark: &str) -> Option<Vec<i32>> {
    match mark {
        "1-0" => Some(vec![1000, -1000]),
        "0-1" => Some(vec![-1000, 1000]),
        "1/2-1/2" => Some(vec![0, 0]),
        _ => None,
    }
}

fn game(text: &str) -> Result<RawGame, String> {
    let lines: Vec<&str> = text.lines().collect();
    let tags: Vec<(&str, String)> = lines.iter().filter_map(|line| tag(line)).collect();
    let moves_at = lines.iter().position(|line| !line.trim().is_empty() && tag(line).is_none());
    let value = |name: &str| tags.iter().find(|(n, _)| *n == name).map(|(_, value)| value.clone());
    if let Some(other) =
        value("Variant").filter(|v| !["Standard", "Chess", "From Position"].contains(&v.as_str()))
    {
        return Err(format!("{other} is another game"));
    }
    let start = value("FEN");
    let mut now = match &start {
        Some(fen) => Chess::read_position(fen).map_err(|error| error.to_string())?,
        None => Chess::default(),
    };
    let start = start.map(|_| now.position_text());
    let mut payoffs = value("Result").as_deref().and_then(result);
    let mut moves = Vec::new();
    for token in tokens(&lines[moves_at.unwrap_or(lines.len())..])? {
        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&token.as_str()) {
            payoffs = result(&token).or(payoffs);
            break;
        }
        let m = now
            .read_san(&token)
            .or_else(|| now.read_move(&token).ok().filter(|m| now.legal_moves().contains(m)));
        let m = m.ok_or_else(|| format!("move {}: {token} is not legal there", moves.len() + 1))?;
        moves.push(now.move_text(m));
        now.make(m);
    }
    let named = |name: &str| value(name).unwrap_or_else(|| "?".to_owned());
    Ok(RawGame {
        id: named("Event"),
        variant: "standard".to_owned(),
        start,
        moves,
        names: vec![named("White"), named("Black")],
        payoffs,
        detail: value("Termination").unwrap_or_default(),
    })
}

/// The widest line that is written.
const WIDTH: usize = 80;

fn write(game: &RawGame) -> Result<String, String> {
    let mut now = match &game.start {
        Some(start) => Chess::read_position(start).map_err(|error| error.to_string())?,
        None => Chess::default(),
    };
    let usual = now.position_text() == Chess::default().position_text();
    let mark = match game.payoffs.as_deref() {
        Some([white, black]) if white > black => "1-0",
        Some([white, black]) if white < black => "0-1",
        Some([_, _]) => "1/2-1/2",
        _ => "*",
    };
    let name = |seat: usize| game.names.get(seat).map_or("?", String::as_str);
    let event = if game.id.is_empty() { "?" } else { &game.id };
    let mut tags = vec![
        ("Event", event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", name(0)),
        ("Black", name(1)),
        ("Result", mark),
    ];
    let start = now.position_text();
    if !usual {
        tags.extend([("SetUp", "1"), ("FEN", start.as_str())]);
    }
    if !game.detail.is_empty() {
        tags.push(("Termination", &game.detail));
    }
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    let mut words = Vec::new();
    for (i, m) in game.moves.iter().enumerate() {
        let (number, black) =
            (now.board().fullmove_number(), now.turn().decider().is_some_and(|p| p.index() == 1));
        match (i, black) {
            (_, false) => words.push(format!("{number}.")),
            (0, true) => words.push(format!("{number}...")),
            _ => (),
        }
        let read = now.read_move(m).map_err(|error| error.to_string())?;
        if !now.legal_moves().contains(&read) {
            return Err(format!("move {}: {m} is not legal there", i + 1));
        }
        words.push(now.san(read));
        now.make(read);
    }
    words.push(mark.to_owned());
    let mut width = WIDTH;
    for word in words {
        let fits = width + 1 + word.len() <= WIDTH;
        text.push(if fits { ' ' } else { '\n' });
        width = if fits { width + 1 + word.len() } else { word.len() };
        text.push_str(&word);
    }
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn file(text: &str) -> File {
        File { path: PathBuf::from("a.pgn"), name: "a.pgn".to_owned(), text: text.to_owned() }
    }

    fn only(text: &str) -> Result<RawGame, String> {
        let mut all = read(&file(text)).expect("a PGN");
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0).1
    }

    #[test]
    fn a_game_of_two_centuries_is_read() {
        let text = "[Event \"London\"]\n[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n\
            1.e4 e5 2. f4 exf4 {the gambit} 3. Bc4 Qh4+ 4.Kf1 b5?! (4... Nf6 5. d3 (5. Nc3)) 5.Bxb5 Nf6 $1 6.Nf3 Qh6\n\
            7.d3 Nh5 8.Nh4 Qg5 9.Nf5 c6 10.g4 Nf6 ; well\n11.Rg1 cxb5 12.h4 Qg6 13.h5 Qg5 14.Qf3 Ng8\n15.Bxf4 Qf6 \
            16.Nc3 Bc5 17.Nd5 Qxb2 18.Bd6 Bxg1 19.e5 Qxa1+ 20.Ke2 Na6\n21.Nxg7+ Kd8 22.Qf6+ Nxf6 23.Be7# 1-0\n";
        let game = only(text).expect("a game");
        assert_eq!((game.moves.len(), game.names[0].as_str()), (45, "Anderssen"));
        assert_eq!(game.moves.last().map(String::as_str), Some("d6e7"));
        assert_eq!(game.payoffs, Some(vec![1000, -1000]));
        let again = only(&write(&game).expect("written")).expect("read again");
        assert_eq!(again, game);
        assert!(write(&game).expect("written").contains("23. Be7#"));
    }

    #[test]
    fn a_collection_is_many_games_and_one_bad_one_does_not_spoil_the_others() {
        let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4\n\
            1/2-1/2\n\n[Event \"c\"]\n\n1. e5 *\n[Event \"d\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n";
        let all = read(&file(text)).expect("a PGN");
        assert_eq!(all.len(), 4);
        assert_eq!(all[0].1.as_ref().expect("a").moves, ["e2e4"]);
        let b = all[1].1.as_ref().expect("b");
        assert_eq!((b.moves.len(), b.payoffs.clone()), (2, Some(vec![0, 0])));
        assert!(write(b).expect("written").contains("7... Kd7 8. e4"));
        assert!(all[2].1.as_ref().expect_err("c").contains("move 1: e5"));
        assert!(all[3].1.as_ref().expect_err("d").contains("another game"));
        assert!(only("1. e4 {never closed").expect_err("open").contains("never closed"));
        assert!(read(&File { name: "a.txt".to_owned(), ..file("") }).is_none());
    }
}
