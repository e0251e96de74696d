//! Folders and files that hold code, or determine which code is run. Users who can write them can do everything that
//! this process can.
//!
//! * **Private** folders and files (caches) belong to the user or root, and no other user can write them, not even a
//!   group. That holds for all folders above, too, except that those may be open to all if only owners can remove or
//!   rename their contents (the sticky bit, as `/tmp` has it).
//! * **Installed** files (plugins and their configuration) may also belong to the owner of this code, and to a group
//!   that may write them.
//!
//! Files are checked after they were opened, and are not opened through a
//! symbolic link. Access control lists count as far as the mode shows them.

use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

const GROUP_OR_OTHERS_WRITE: u32 = 0o022;
const OTHERS_WRITE: u32 = 0o002;
const STICKY: u32 = 0o1000;

/// Why a folder or file is not used. Arrives inside an [`io::Error`] of kind
/// `PermissionDenied`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untrusted {
    path: PathBuf,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Owner(u32),
    Mode(u32),
    Kind(&'static str),
}

impl Untrusted {
    /// Whether this is why an operation failed.
    pub fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<Self>())
    }

    fn error(path: &Path, reason: Reason) -> io::Error {
        io::Error::new(io::ErrorKind::PermissionDenied, Self { path: path.to_owned(), reason })
    }
}

impl fmt::Display for Untrusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.reason {
            Reason::Owner(uid) => write!(f, "{path} belongs to another user (id {uid})"),
            Reason::Mode(mode) => write!(f, "other users can write to {path} (mode {mode:04o})"),
            Reason::Kind(kind) => write!(f, "{path} is not a {kind}"),
        }
    }
}

impl std::error::Error for Untrusted {}

/// Makes a folder and the missing ones above it, accessible only by the user. An existing one is not changed.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    match path.is_dir() {
        true => Ok(()),
        false => fs::DirBuilder::new().recursive(true).mode(0o700).create(path),
    }
}

/// Fails unless a folder is private. Symbolic links on the way to it are
/// followed where only the user or root can have made them.
pub fn check_private_folder(path: &Path) -> io::Result<()> {
    Owners::of_process().check_private_folder(path)
}

/// Opens a private file. The folder that it is in is to be checked once, with
/// [`check_private_folder`].
pub fn open_private(path: &Path, options: &OpenOptions) -> io::Result<File> {
    Owners::of_process().open(path, options, GROUP_OR_OTHERS_WRITE)
}

/// Options for files that this process makes: accessible only by the user, and not through a symbolic link.
pub fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600).custom_flags(libc::O_NOFOLLOW);
    options
}

/// Opens an installed file for reading, if it and the folder that it is in can
/// be trusted. `own_file` is the library or program that contains the code that
/// asks: its owner is trusted already.
pub fn open_installed(path: &Path, own_file: Option<&Path>) -> io::Result<File> {
    let owners = Owners::of_process().and_owner_of(own_file);
    // A package manager may install links: their targets count.
    let path = path.canonicalize()?;
    if let Some(folder) = path.parent() {
        owners.check(folder, &fs::metadata(folder)?, OTHERS_WRITE)?;
    }
    owners.open(&path, OpenOptions::new().read(true), OTHERS_WRITE)
}

/// The users that are trusted.
struct Owners {
    user: u32,
    installer: u32,
}

const ROOT: u32 = 0;

impl Owners {
    fn of_process() -> Self {
        // SAFETY: geteuid always succeeds.
        let user = unsafe { libc::geteuid() };
        Self { user, installer: ROOT }
    }

    fn and_owner_of(self, file: Option<&Path>) -> Self {
        let owner = file.and_then(|file| fs::metadata(file).ok()).map_or(ROOT, |metadata| metadata.uid());
        Self { installer: owner, ..self }
    }

    fn check(&self, path: &Path, metadata: &Metadata, forbidden: u32) -> io::Result<()> {
        let (uid, mode) = (metadata.uid(), metadata.mode() & 0o7777);
        if ![ROOT, self.user, self.installer].contains(&uid) {
            return Err(Untrusted::error(path, Reason::Owner(uid)));
        }
        match mode & forbidden {
            0 => Ok(()),
            _ => Err(Untrusted::error(path, Reason::Mode(mode))),
        }
    }

    fn check_private_folder(&self, path: &Path) -> io::Result<()> {
        // The folders that the path leads through, and those of its target: once both are checked, no other user can
        // redirect the path.
        let given = std::path::absolute(path)?;
        let real = given.canonicalize()?;
        for folder in given.ancestors().skip(1).chain(real.ancestors().skip(1)) {
            self.check_above(folder)?;
        }
        self.check_link(&given)?;
        let flags = libc::O_DIRECTORY | libc::O_NOFOLLOW;
        let folder = OpenOptions::new().read(true).custom_flags(flags).open(&real)?;
        self.check(&real, &folder.metadata()?, GROUP_OR_OTHERS_WRITE)
    }

    /// A folder above a private one.
    fn check_above(&self, folder: &Path) -> io::Result<()> {
        self.check_link(folder)?;
        let metadata = fs::metadata(folder)?;
        let forbidden = if metadata.mode() & STICKY != 0 { 0 } else { GROUP_OR_OTHERS_WRITE };
        self.check(folder, &metadata, forbidden)
    }

    /// Checks the owner of a symbolic link, who decides where it leads.
    fn check_link(&self, path: &Path) -> io::Result<()> {
        let metadata = fs::symlink_metadata(path)?;
        if metadata.is_symlink() { self.check(path, &metadata, 0) } else { Ok(()) }
    }

    fn open(&self, path: &Path, options: &OpenOptions, forbidden: u32) -> io::Result<File> {
        // Without waiting for the other end of a named pipe.
        let file = options.clone().custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path);
        let file = file.map_err(|error| match error.raw_os_error() {
            Some(libc::ELOOP) => Untrusted::error(path, Reason::Kind("regular file")),
            _ => error,
        })?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(Untrusted::error(path, Reason::Kind("regular file")));
        }
        self.check(path, &metadata, forbidden)?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[track_caller]
    fn refused<T>(result: io::Result<T>, text: &str) {
        let error = result.err().expect("refused");
        assert!(Untrusted::is_cause_of(&error), "{error}");
        assert!(error.to_string().contains(text), "{error}");
    }

    /// A private folder, in one that is private too.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("outer/inner");
        create_private_folder(&folder).unwrap();
        (dir, folder)
    }

    /// Root may give files away; for any other user, the user of the process is pretended to be another one.
    fn owners_after_giving_away(path: &Path) -> Owners {
        const STRANGER: u32 = 54321;
        let owners = Owners::of_process();
        match owners.user {
            ROOT => {
                std::os::unix::fs::lchown(path, Some(STRANGER), None).unwrap();
                owners
            }
            user => Owners { user: user + 1, ..owners },
        }
    }

    #[test]
    fn folders_are_made_for_the_user_alone() {
        let (dir, folder) = folder();
        for path in [&folder, &dir.path().join("outer")] {
            assert_eq!(fs::metadata(path).unwrap().mode() & 0o7777, 0o700);
        }
        check_private_folder(&folder).unwrap();
        set_mode(&folder, 0o755);
        check_private_folder(&folder).unwrap();
    }

    #[test]
    fn folders_that_others_can_write_are_refused() {
        let (dir, folder) = folder();
        for mode in [0o770, 0o707, 0o777, 0o1777] {
            set_mode(&folder, mode);
            refused(check_private_folder(&folder), &format!("inner (mode {mode:04o})"));
        }
        set_mode(&folder, 0o700);
        set_mode(&dir.path().join("outer"), 0o770);
        refused(check_private_folder(&folder), "outer (mode 0770)");
        // Only owners can rename the contents of such a folder.
        set_mode(&dir.path().join("outer"), 0o1777);
        check_private_folder(&folder).unwrap();
    }

    #[test]
    fn folders_of_others_are_refused() {
        let (dir, folder) = folder();
        refused(owners_after_giving_away(&folder).check_private_folder(&folder), "belongs to another user");
        let (_dir, folder) = self::folder();
        let outer = folder.parent().unwrap();
        refused(owners_after_giving_away(outer).check_private_folder(&folder), "belongs to another user");
        drop(dir);
    }

    #[test]
    fn links_to_folders_are_followed_if_they_are_the_users() {
        let (dir, folder) = folder();
        let link = dir.path().join("link");
        symlink(&folder, &link).unwrap();
        check_private_folder(&link).unwrap();
        // Where it leads to counts.
        set_mode(folder.parent().unwrap(), 0o777);
        refused(check_private_folder(&link), "outer");
        set_mode(folder.parent().unwrap(), 0o700);
        refused(owners_after_giving_away(&link).check_private_folder(&link), "belongs to another user");
    }

    #[test]
    fn files_are_opened_without_links_and_surprises() {
        let (_dir, folder) = folder();
        let file = folder.join("file");
        fs::write(&file, "text").unwrap();
        let mut read = OpenOptions::new();
        read.read(true);
        set_mode(&file, 0o644);
        open_private(&file, &read).unwrap();
        set_mode(&file, 0o664);
        refused(open_private(&file, &read), "file (mode 0664)");
        set_mode(&file, 0o600);
        symlink(&file, folder.join("link")).unwrap();
        refused(open_private(&folder.join("link"), &read), "is not a regular file");
        refused(open_private(&folder, &read), "is not a regular file");
        let missing = open_private(&folder.join("missing"), &read).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        refused(owners_after_giving_away(&file).open(&file, &read, GROUP_OR_OTHERS_WRITE), "belongs to another user");
    }

    #[test]
    fn installed_files_may_belong_to_the_installer_and_a_group() {
        let (_dir, folder) = folder();
        let (file, own) = (folder.join("pi.conf"), folder.join("libtandem.so"));
        fs::write(&file, "").unwrap();
        fs::write(&own, "").unwrap();
        set_mode(&folder, 0o775);
        set_mode(&file, 0o664);
        open_installed(&file, None).unwrap();
        set_mode(&file, 0o666);
        refused(open_installed(&file, None), "mode 0666");
        set_mode(&file, 0o644);
        set_mode(&folder, 0o777);
        refused(open_installed(&file, None), "mode 0777");
        set_mode(&folder, 0o755);
        let owners = owners_after_giving_away(&file);
        let read = OpenOptions::new().read(true).clone();
        refused(owners.open(&file, &read, OTHERS_WRITE), "belongs to another user");
        owners.and_owner_of(Some(&file)).open(&file, &read, OTHERS_WRITE).unwrap();
    }
}
