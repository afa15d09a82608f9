//! Files that are there whole or not at all.

use std::io::Write;
use std::path::Path;

/// What the name of a file ends with until it is whole.
const UNFINISHED: &str = ".part";

/// Write a file under another name, push it to the disk and rename it: whoever
/// reads sees the old contents or the new ones, never a part.
///
/// # Errors
/// When the disk does not take it.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}{UNFINISHED}", std::process::id()));
    let part = path.with_file_name(name);
    let mut file = std::fs::File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&part, path)
}

/// Remove what [`replace`] left behind when a run was killed while it wrote a
/// file whose name begins so. What cannot be removed harms nobody and stays.
pub fn sweep(folder: &Path, beginning: &str) {
    // A bare file name has an empty parent.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(|name| is_leftover(name, beginning)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The file's name, a dot, the number of the process that wrote it, the ending.
fn is_leftover(name: &str, beginning: &str) -> bool {
    let stem = name.strip_suffix(UNFINISHED).and_then(|rest| rest.rsplit_once('.'));
    stem.is_some_and(|(stem, number)| {
        stem.starts_with(beginning)
            && !number.is_empty()
            && number.bytes().all(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_leftovers_are_swept() {
        let folder = std::env::temp_dir().join(format!("takeback-sweep-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        replace(&folder.join("part-00000.gz"), b"whole").expect("written");
        for name in ["part-00001.gz.77.part", "part-00001.gz.x.part", "other.77.part"] {
            std::fs::write(folder.join(name), b"half").expect("written");
        }
        sweep(&folder, "part-");
        let mut left: Vec<String> = std::fs::read_dir(&folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        assert_eq!(left, ["other.77.part", "part-00000.gz", "part-00001.gz.x.part"]);
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
