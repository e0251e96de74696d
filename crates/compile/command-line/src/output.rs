//! Output files appear whole or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file, replacing one that exists: first under another name in the
/// same folder, then renamed. The permissions of the old file stay.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let permissions = fs::metadata(path).map(|metadata| metadata.permissions());
    let mut temporary = temporary_beside(path)?;
    temporary.write_all(bytes)?;
    if let Ok(permissions) = permissions {
        fs::set_permissions(temporary.path(), permissions)?;
    }
    temporary.persist(path)?;
    Ok(())
}

/// A temporary file in the same folder, with the permissions of a new file.
fn temporary_beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let dir = match path.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    use std::os::unix::fs::PermissionsExt as _;
    tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o666)).tempfile_in(dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.o");
        replace_file(&path, b"first").unwrap();
        replace_file(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        assert!(replace_file(&dir.path().join("missing/a.o"), b"").is_err());
    }
}
