//! The supply chain: what is depended upon, and what is given to others.

use crate::steps::{Steps, cargo, finds, metadata, root};
use anyhow::Result;

pub(crate) fn supply(steps: &mut Steps) -> Result<()> {
    licences(steps)?;
    packages(steps)?;
    public_interface(steps)
}

/// Licences, duplicates and sources by `deny.toml`; known holes where the
/// database of advisories lies in cargo's home already. Of the locked packages
/// those that only other systems need may be fetched, to read their licences.
fn licences(steps: &mut Steps) -> Result<()> {
    const NAME: &str = "licences, duplicates, sources";
    if !finds("cargo", &["deny", "--version"]) {
        steps.skip(NAME, "cargo-deny is not installed (cargo install cargo-deny --locked)");
        return Ok(());
    }
    steps.cargo(NAME, &["deny", "check", "licenses", "bans", "sources"])?;
    if has_advisories() {
        steps.cargo("advisories", &["deny", "--offline", "check", "advisories"])?;
    } else {
        steps.skip("advisories", "their database is not on this machine (cargo deny fetch)");
    }
    Ok(())
}

fn has_advisories() -> bool {
    let home = std::env::var_os("CARGO_HOME").map(std::path::PathBuf::from);
    let home =
        home.or_else(|| Some(std::path::PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    home.is_some_and(|home| home.join("advisory-dbs").is_dir())
}

/// Every public crate can be packed: it has what a registry asks for, and its
/// dependencies have versions.
fn packages(steps: &mut Steps) -> Result<()> {
    let mut pack = cargo(&["package", "--workspace", "--no-verify", "--offline"]);
    pack.args(["--allow-dirty", "--quiet"]);
    for name in private()? {
        pack.args(["--exclude", name]);
    }
    steps.run("packages", &mut pack)
}

/// Packages that are not published: their manifests say so.
fn private() -> Result<Vec<&'static str>> {
    let packages = metadata()?["packages"].as_array().into_iter().flatten();
    let hidden = packages.filter(|package| package["publish"] == serde_json::json!([]));
    Ok(hidden.filter_map(|package| package["name"].as_str()).collect())
}

/// The public interface has not changed in a way that its version denies. There
/// must be a tagged release to compare with.
fn public_interface(steps: &mut Steps) -> Result<()> {
    const NAME: &str = "public interface";
    if !finds("cargo", &["semver-checks", "--version"]) {
        steps.skip(NAME, "cargo-semver-checks is not installed");
        return Ok(());
    }
    let mut tags = std::process::Command::new("git");
    let tags = tags.args(["describe", "--tags", "--abbrev=0"]).current_dir(root()).output();
    let tag = tags.ok().filter(|out| out.status.success());
    let Some(tag) = tag.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned()) else {
        steps.skip(NAME, "no release is tagged yet");
        return Ok(());
    };
    let mut check = cargo(&["semver-checks", "--workspace", "--baseline-rev", &tag]);
    for name in private()? {
        check.args(["--exclude", name]);
    }
    steps.run(NAME, &mut check)
}
