//! What is committed as right, compared with what comes out now: a change of
//! behaviour is then always a decision.

use crate::steps::{Steps, root};
use crate::test::takeback;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::fs;
use std::process::Command;

/// Compare with the committed files, or write them.
#[derive(Copy, Clone, PartialEq)]
pub(crate) enum Blessing {
    Compare,
    Write,
}

/// The games under `golden/`.
pub(crate) fn golden(steps: &mut Steps, workspace: &Workspace, blessing: Blessing) -> Result<()> {
    let option = if blessing == Blessing::Write { "--out" } else { "--check" };
    let mut command = Command::new(takeback()?);
    steps.run("golden games", command.args(["golden", option, "golden"]).current_dir(root()))?;
    if blessing == Blessing::Compare {
        return Ok(());
    }
    // Compared by the tests of the service; only the writing is asked for here.
    let mut command = workspace.cargo(&["test", "--test", "conversation", "would_be_asked"]);
    steps.run("golden conversation", command.env("TAKEBACK_BLESS", "1"))
}

/// Where the signature of all searches is committed.
const SIGNATURE: &str = "docs/signature.txt";

/// What fixed searches of all games find, and how many positions they take.
pub(crate) fn signature(steps: &mut Steps, blessing: Blessing) -> Result<()> {
    steps.act("signature", || {
        let out = Command::new(takeback()?).args(["bench", "signature", "--rows"]).output()?;
        if !out.status.success() {
            bail!("{}", String::from_utf8_lossy(&out.stderr));
        }
        let found = String::from_utf8(out.stdout).context("the signature is text")?;
        let path = root().join(SIGNATURE);
        if blessing == Blessing::Write {
            return fs::write(&path, found).context(SIGNATURE);
        }
        let committed = fs::read_to_string(&path).context(SIGNATURE)?;
        match difference(&committed, &found) {
            None => Ok(()),
            Some(difference) => bail!(
                "searches behave differently than {SIGNATURE} says (- committed, + now):\n\
                 {difference}if that was meant: cargo xtask signature --bless"
            ),
        }
    })
}

/// Most lines shown of a difference.
const SHOWN: usize = 40;

/// Lines of one text that the other does not have; `None` when they are equal.
pub(crate) fn difference(committed: &str, found: &str) -> Option<String> {
    if committed == found {
        return None;
    }
    let missing = |sign: char, text: &str, other: &str| {
        let other: Vec<&str> = other.lines().collect();
        let lines = text.lines().filter(|line| !other.contains(line));
        lines.map(|line| format!("  {sign} {line}\n")).collect::<Vec<_>>()
    };
    let mut lines = missing('-', committed, found);
    lines.extend(missing('+', found, committed));
    let left = lines.len().saturating_sub(SHOWN);
    lines.truncate(SHOWN);
    if left > 0 {
        lines.push(format!("  and {left} lines more\n"));
    }
    Some(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_only_what_differs() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(difference("a\nb\n", "a\nc\n").as_deref(), Some("  - b\n  + c\n"));
        let (long, short) = ("x\n".repeat(3) + "y", String::new());
        assert!(difference(&long, &short).expect("they differ").ends_with("  - y\n"));
        let many: String = (0..100).map(|n| format!("{n}\n")).collect();
        assert!(difference(&many, "").expect("they differ").ends_with("and 60 lines more\n"));
    }
}
