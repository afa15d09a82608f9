//! `takeback page`

use super::say;
use anyhow::{Context, bail};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use takeback_host::Registry;
use takeback_server::site;

/// The page as a site that needs no server.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback page --out site             write the site; copy the folder to any host of files
  takeback page --out site --force     over an older one
  python3 -m http.server -d site       look at it (browsers run no workers from file: addresses)

The site plays, teaches and analyses in the browser: rules, rooms and engines are the ones of this
program, compiled to WebAssembly. It works under any path of any host, and without a network
after the first visit. Games are kept in the browser; a link to a position carries its moves. People
in two places need a server: takeback serve. Hosts that send the headers
Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp let a search
be stopped without starting its worker again.")]
pub(crate) struct Args {
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write into a folder that is not empty; files of the same names are replaced
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let out = &args.out;
    let is_used = out.read_dir().is_ok_and(|mut entries| entries.next().is_some());
    if is_used && !args.force {
        bail!("{} is not empty; --force writes into it", out.display());
    }
    let files = site(registry);
    let mut bytes = 0;
    for file in &files {
        let path = out.join(plain(&file.path)?);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        std::fs::write(&path, &file.content).with_context(|| path.display().to_string())?;
        bytes += file.content.len();
    }
    say(format_args!("{}: {} files, {} kB", out.display(), files.len(), bytes / 1000))?;
    Ok(ExitCode::SUCCESS)
}

/// A name below the folder: a game of one's own may be called anything.
fn plain(path: &str) -> anyhow::Result<&Path> {
    let path = Path::new(path);
    if path.components().all(|part| matches!(part, Component::Normal(_))) {
        return Ok(path);
    }
    bail!("{} cannot be written: its name is no plain name of a file", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_outside_the_folder() {
        assert!(plain("data/hex/guide.json").is_ok());
        for path in ["../x", "/etc/x", "data/../../x"] {
            assert!(plain(path).is_err(), "{path}");
        }
    }
}
