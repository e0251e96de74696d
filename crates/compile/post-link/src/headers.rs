//! Identifies locations in Tandem's own headers. Messages omit these, and code that is inlined from them gets the
//! user's lines.
//!
//! The entry of every kernel is in one of the headers, so its location reveals where they are installed. Units carry
//! that folder as a text, which linking joins: each may come from another installation.

use tandem_ir::{EditableModule, Frame, Module};

/// The header with the entry of kernels, relative to the folder of headers.
const ENTRY: &str = "sycl/detail/kernel/entry.hpp";
/// The parts of the folder that are ours.
const PARTS: [&str; 3] = ["sycl/", "tandem/", "CL/"];
/// Named metadata with the folders.
const FOLDERS: &str = "tandem.headers";

/// The folders that hold Tandem's headers.
pub struct Headers(Vec<String>);

impl Headers {
    /// Notes where the entries of a unit's kernels have their headers.
    pub fn note(module: &EditableModule, entries: &[String]) {
        let entries = entries.iter().filter_map(|name| module.function(name)?.subprogram());
        let mut folders: Vec<String> = entries
            .filter_map(|scope| {
                let (directory, file) = scope.file();
                path(&directory, &file).strip_suffix(ENTRY).map(str::to_owned)
            })
            .collect();
        folders.sort();
        folders.dedup();
        folders.iter().for_each(|folder| module.add_named_text(FOLDERS, folder));
    }

    /// The folders of a unit, or of all units of an image.
    pub fn of(module: &Module) -> Self {
        let mut folders = module.named_texts(FOLDERS);
        folders.sort();
        folders.dedup();
        Self(folders)
    }

    /// Whether a place is in one of the headers.
    pub fn contain(&self, place: &Frame) -> bool {
        let path = path(&place.directory, &place.file);
        self.0.iter().any(|folder| {
            path.strip_prefix(folder.as_str()).is_some_and(|rest| PARTS.iter().any(|part| rest.starts_with(part)))
        })
    }
}

/// The path of a file that is relative to a directory.
fn path(directory: &str, file: &str) -> String {
    match file.starts_with('/') || directory.is_empty() {
        true => file.to_owned(),
        false => format!("{}/{file}", directory.trim_end_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_headers_of_the_installation() {
        let headers = Headers(vec!["/opt/tandem/include/".to_owned()]);
        let contain = |directory: &str, file: &str| {
            headers.contain(&Frame { file: file.to_owned(), directory: directory.to_owned(), line: 1, column: 1 })
        };
        assert!(contain("/srv/me", "/opt/tandem/include/sycl/queue.hpp"));
        assert!(contain("/opt/tandem", "include/sycl/detail/kernel/entry.hpp"));
        assert!(!contain("/srv/me", "include/sycl/mine.hpp"));
        assert!(!contain("/", "/srv/me/include/sycl/mine.hpp"));
        assert!(!contain("/", "/opt/tandem/include/mine.hpp"));
    }
}
