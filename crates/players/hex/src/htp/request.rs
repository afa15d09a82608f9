//! A line taken apart.

/// A command as it was sent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Request {
    /// The number in front, as text: it is only ever echoed.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) args: Vec<String>,
}

impl Request {
    /// Nothing for empty lines and comments. Control characters are dropped,
    /// tabs are blanks, and `#` begins a comment.
    pub(super) fn read(line: &str) -> Option<Request> {
        let clean: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .take_while(|&c| c != '#')
            .collect();
        let mut words = clean.split_whitespace().map(str::to_owned).peekable();
        let is_id = |word: &String| word.len() <= 18 && word.bytes().all(|b| b.is_ascii_digit());
        let id = words.next_if(is_id).unwrap_or_default();
        match words.next() {
            Some(name) => Some(Request { id, name, args: words.collect() }),
            None if id.is_empty() => None,
            // A number alone still waits for its answer.
            None => Some(Request { id, name: String::new(), args: Vec::new() }),
        }
    }

    /// The answer on the wire. Empty lines within it would end it early.
    pub(super) fn reply(&self, answer: &Result<String, String>) -> String {
        let (mark, text) = match answer {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        format!("{mark}{} {}\n\n", self.id, lines.join("\n"))
    }
}
