//! Where the system wants programs to keep their users' files.

use std::path::PathBuf;

/// The folder for data that should last.
pub fn data() -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(absolute);
    let home = || std::env::home_dir().filter(absolute);
    if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library").join("Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local").join("share")))
    }
}
