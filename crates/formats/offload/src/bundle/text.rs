//! The form for text files. A part stands between two lines of comment, each
//! with an empty line in front that does not belong to it:
//!
//! ```text
//!
//! // __CLANG_OFFLOAD_BUNDLE____START__ sycl-spir64-unknown-unknown
//! the part
//! // __CLANG_OFFLOAD_BUNDLE____END__ sycl-spir64-unknown-unknown
//! ```

use memchr::memmem;

use super::{BundleError, MAGIC, Part};

/// Bundles `parts`. `comment` is what begins a line of comment in such files.
pub fn write(comment: &str, parts: &[Part]) -> Vec<u8> {
    let mut out = Vec::new();
    for Part { target, contents } in parts {
        out.extend(format!("\n{comment} {MAGIC}__START__ {target}\n").bytes());
        out.extend_from_slice(contents);
        out.extend(format!("\n{comment} {MAGIC}__END__ {target}\n").bytes());
    }
    out
}

/// The parts of a bundle.
pub fn read(comment: &str, bytes: &[u8]) -> Result<Vec<Part>, BundleError> {
    let start_mark = format!("{comment} {MAGIC}__START__ ");
    let mut parts = Vec::new();
    let mut offset = 0;
    while let Some(start) = find(bytes, offset, start_mark.as_bytes()) {
        let name_at = start + start_mark.len();
        let line_end = find(bytes, name_at, b"\n").unwrap_or(bytes.len());
        let name = String::from_utf8_lossy(&bytes[name_at..line_end]).into_owned();
        let target = name.parse().map_err(|source| BundleError::Target { offset: name_at, source })?;
        let begin = (line_end + 1).min(bytes.len());
        let end_mark = format!("\n{comment} {MAGIC}__END__ {name}");
        // The line break in front of the end mark may be that of the start
        // mark, in an empty part of a file that was written by hand.
        let end =
            find(bytes, begin - 1, end_mark.as_bytes()).ok_or(BundleError::NoEnd { target: name, offset: start })?;
        parts.push(Part { target, contents: bytes[begin..end.max(begin)].to_vec() });
        offset = end + end_mark.len();
    }
    Ok(parts)
}

fn find(bytes: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    Some(from + memmem::find(&bytes[from..], wanted)?)
}

#[cfg(test)]
mod tests {
    use super::super::tests::parts;
    use super::*;

    #[test]
    fn as_llvm_writes_it() {
        let bundle = String::from_utf8(write("#", &parts()[..1])).unwrap();
        assert_eq!(
            bundle,
            "\n# __CLANG_OFFLOAD_BUNDLE____START__ host-x86_64-unknown-linux-gnu-\nint f();\n\n\
             # __CLANG_OFFLOAD_BUNDLE____END__ host-x86_64-unknown-linux-gnu-\n"
        );
    }

    #[test]
    fn a_cut_loses_a_part_or_is_an_error() {
        let bundle = write("//", &parts());
        for cut in 0..bundle.len() - 1 {
            let read = read("//", &bundle[..cut]);
            assert!(read.is_err() || read.unwrap().len() < 3 || bundle[cut..].len() < 4, "cut at {cut}");
        }
    }

    #[test]
    fn errors_name_the_offset() {
        let error = read(";", b"\n; __CLANG_OFFLOAD_BUNDLE____START__ sycl-spir64\nx").unwrap_err();
        assert_eq!(error.to_string(), "the part for sycl-spir64 that begins at byte 1 has no end mark");
        let error = read(";", b"; __CLANG_OFFLOAD_BUNDLE____START__ what\n").unwrap_err();
        assert!(error.to_string().starts_with("at byte 36: invalid target 'what'"), "{error}");
    }
}
