//! What a release carries: the program, the npm package and the page without a server.

use crate::steps::{Steps, finds, root, target};
use anyhow::Result;
use std::path::Path;
use std::process::Command;

/// Build them and put them into this folder.
pub(crate) fn release(steps: &mut Steps, out: &str) -> Result<()> {
    let out = root().join(out);
    std::fs::create_dir_all(&out)?;
    steps.cargo("program", &["build", "--release", "--package", "takeback"])?;
    let name = format!("takeback{}", std::env::consts::EXE_SUFFIX);
    let program = target()?.join("release").join(&name);
    std::fs::copy(&program, out.join(&name))?;
    site(steps, &program, &out)?;
    if !finds("npm", &["--version"]) {
        steps.skip("npm package", "there is no npm");
        return Ok(());
    }
    let mut pack = Command::new("npm");
    pack.args(["pack", "--pack-destination"]).arg(&out).current_dir(root().join("js"));
    steps.run("npm package", &mut pack)
}

/// The page for any static host, as one archive with one folder.
fn site(steps: &mut Steps, program: &Path, out: &Path) -> Result<()> {
    let folder = out.join("takeback-page");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    steps.run(
        "page without a server",
        Command::new(program).arg("page").arg("--out").arg(&folder),
    )?;
    let mut archive = Command::new("tar");
    archive
        .arg("-czf")
        .arg(out.join("takeback-page.tar.gz"))
        .arg("-C")
        .arg(out)
        .arg("takeback-page");
    steps.run("archive of the page", &mut archive)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
