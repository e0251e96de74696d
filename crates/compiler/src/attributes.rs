//! Kernel attributes. Stock clang drops `[[sycl::reqd_work_group_size(8)]]` and
//! its relatives as unknown, so the driver rewrites them, in the preprocessed
//! text of the device pass, to annotations that survive into the IR:
//!
//! ```text
//! [=](sycl::id<1> i) [[sycl::reqd_work_group_size(8)]] { … }
//! [=](sycl::id<1> i) __attribute__((annotate("sycl_reqd_work_group_size", 8))) { … }
//! ```
//!
//! Arguments that are no literals become template arguments: an annotation would
//! make the lambda capture a constant that it names, in the device pass alone.
//!
//! A macro could not do that: a standard attribute in a lambda's position
//! belongs to the type, and only the GNU spelling is accepted there for a
//! declaration.

mod place;

use memchr::memmem;

use place::Place;

/// Attributes of kernels in the namespaces `sycl` and `intel`. Others, such as
/// loop hints, stay as they are, and clang ignores them.
const KERNEL_ATTRIBUTES: &[&str] = &[
    "reqd_work_group_size",
    "work_group_size_hint",
    "reqd_sub_group_size",
    "sub_group_size",
    "device_has",
    "max_work_group_size",
    "min_work_groups_per_cu",
    "max_work_groups_per_mp",
    "max_global_work_dim",
    "num_simd_work_items",
    "no_global_work_offset",
    "kernel_args_restrict",
];

/// Arguments of `sub_group_size` that ask for what is done anyway.
const LEFT_TO_THE_DEVICE: &[&[u8]] = &[b"automatic", b"primary"];

/// Around an expression, these make its value a template argument
/// (`sycl/detail/config.hpp`).
const CONSTANT_OPEN: &[u8] = b"::sycl::detail::constant_argument<(";
const CONSTANT_CLOSE: &[u8] = b")>";

/// Whether `source` may use a kernel attribute: false positives only cost
/// time.
pub fn mentions_kernel_attribute(source: &[u8]) -> bool {
    let mut rest = source;
    // Attributes are rare and their brackets are short: look for those first.
    while let Some(at) = memmem::find(rest, b"[[") {
        rest = &rest[at + 2..];
        let line = &rest[..memmem::find(rest, b"]]").unwrap_or(rest.len())];
        if KERNEL_ATTRIBUTES.iter().any(|name| memmem::find(line, name.as_bytes()).is_some()) {
            return true;
        }
    }
    false
}

/// Rewrites the kernel attributes in preprocessed C++ text. Lines keep their
/// numbers.
pub fn rewrite(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let length = token_length(rest);
        if rest.starts_with(b"[[")
            && let Some(attribute_length) = attribute_length(rest)
        {
            let (attribute, after) = rest.split_at(attribute_length);
            rest = &after[rewrite_attribute(attribute, after, &mut out)..];
        } else {
            out.extend_from_slice(&rest[..length]);
            rest = &rest[length..];
        }
    }
    out
}

/// Rewrites one `[[ … ]]`. Returns how much of the text behind it went into
/// `out` as well.
fn rewrite_attribute(attribute: &[u8], after: &[u8], out: &mut Vec<u8>) -> usize {
    let inner = &attribute[2..attribute.len() - 2];
    let (using, list) = split_using(inner);
    let mut kept = Vec::new();
    let mut annotations = Vec::new();
    for item in split_list(list) {
        match annotation(using, item) {
            Some(annotation) => annotations.push(annotation),
            None => kept.push(item),
        }
    }
    if annotations.is_empty() {
        out.extend_from_slice(attribute);
        return 0;
    }
    let annotations = on_one_line(&annotations.concat());
    let place = Place::find(out, after);
    let start = out.len();
    if kept.iter().any(|item| !item.trim_ascii().is_empty()) {
        out.extend_from_slice(b"[[");
        out.extend_from_slice(&inner[..inner.len() - list.len()]);
        out.extend_from_slice(&kept.join(&b','));
        out.extend_from_slice(b"]]");
    }
    if place == Place::Here {
        out.extend_from_slice(&annotations);
    }
    let newlines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
    let missing = newlines(attribute).saturating_sub(newlines(&out[start..]));
    out.extend(std::iter::repeat_n(b'\n', missing));
    match place {
        Place::Here => 0,
        Place::Earlier(at) => {
            out.splice(at..at, annotations);
            0
        }
        Place::Behind(length) => {
            out.extend_from_slice(&after[..length]);
            out.extend_from_slice(&annotations);
            length
        }
    }
}

/// Annotations may stand in another line than the attribute: their own ends of
/// lines follow in its place.
fn on_one_line(text: &[u8]) -> Vec<u8> {
    text.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect()
}

/// Splits `using NAMESPACE : list` into namespace and list.
fn split_using(inner: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let trimmed = inner.trim_ascii_start();
    let Some(after) = trimmed.strip_prefix(b"using") else {
        return (None, inner);
    };
    match after.iter().position(|byte| *byte == b':') {
        Some(colon) if after[0].is_ascii_whitespace() => (Some(after[..colon].trim_ascii()), &after[colon + 1..]),
        _ => (None, inner),
    }
}

/// The annotation for one attribute of a list, where it is a kernel attribute.
fn annotation(using: Option<&[u8]>, item: &[u8]) -> Option<Vec<u8>> {
    let item = item.trim_ascii();
    let (path, args) = match item.iter().position(|byte| *byte == b'(') {
        Some(open) => (&item[..open], item[open + 1..].strip_suffix(b")")?),
        None => (item, &[][..]),
    };
    let (namespace, name) = match (using, memmem::find(path, b"::")) {
        (Some(namespace), None) => (namespace, path.trim_ascii()),
        (None, Some(at)) => (path[..at].trim_ascii(), path[at + 2..].trim_ascii()),
        _ => return None,
    };
    let is_ours =
        [&b"sycl"[..], b"intel"].contains(&namespace) && KERNEL_ATTRIBUTES.iter().any(|known| known.as_bytes() == name);
    if !is_ours || LEFT_TO_THE_DEVICE.contains(&args.trim_ascii()) {
        return None;
    }
    let mut out = b" __attribute__((annotate(\"sycl_".to_vec();
    out.extend_from_slice(name);
    out.push(b'"');
    if !args.trim_ascii().is_empty() {
        for arg in split_list(args) {
            out.push(b',');
            put_argument(arg, &mut out);
        }
    }
    out.extend_from_slice(b"))) ");
    Some(out)
}

/// An argument of an annotation.
fn put_argument(arg: &[u8], out: &mut Vec<u8>) {
    let (value, expansion) = match arg.trim_ascii_end().strip_suffix(b"...") {
        Some(pattern) => (pattern, &b"..."[..]),
        None => (arg, &b""[..]),
    };
    let is_literal = value.trim_ascii().iter().all(u8::is_ascii_digit);
    let (open, close) = if is_literal { (&b""[..], &b""[..]) } else { (CONSTANT_OPEN, CONSTANT_CLOSE) };
    out.extend_from_slice(&[open, value, close, expansion].concat());
}

/// Splits at the commas that are outside of brackets.
fn split_list(list: &[u8]) -> Vec<&[u8]> {
    let mut items = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0usize);
    while at < list.len() {
        match list[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        at += token_length(&list[at..]);
    }
    items.push(&list[start..]);
    items
}

/// The length of the attribute that `text` begins with, brackets included.
fn attribute_length(text: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (2, 0usize);
    while at < text.len() {
        match text[at] {
            b']' if depth == 0 => {
                return text[at..].starts_with(b"]]").then_some(at + 2);
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at += token_length(&text[at..]);
    }
    None
}

/// The length of the token that `text` begins with, as far as it matters here:
/// literals, numbers and identifiers are kept whole, anything else is one
/// byte.
fn token_length(text: &[u8]) -> usize {
    match text[0] {
        quote @ (b'"' | b'\'') => quoted_length(text, quote),
        b'0'..=b'9' => run_length(text, |byte| is_word(byte) || matches!(byte, b'.' | b'\'')),
        first if is_word(first) => {
            let length = run_length(text, is_word);
            let is_raw = matches!(&text[..length], b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
            match is_raw && text.get(length) == Some(&b'"') {
                true => length + raw_length(&text[length..]),
                false => length,
            }
        }
        _ => 1,
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn run_length(text: &[u8], member: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| !member(*byte)).unwrap_or(text.len())
}

/// A string or character literal. Ends at a newline where it is not closed.
fn quoted_length(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// `"delimiter( … )delimiter"`, without the prefix.
fn raw_length(text: &[u8]) -> usize {
    let Some(open) = text.iter().position(|byte| *byte == b'(') else {
        return 1;
    };
    let end = [b")", &text[1..open], b"\""].concat();
    match memmem::find(&text[open..], &end) {
        Some(at) => open + at + end.len(),
        None => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str) {
        let result = rewrite(before.as_bytes());
        assert_eq!(String::from_utf8(result).unwrap(), after);
    }

    #[test]
    fn kernel_attributes_become_annotations() {
        check(
            "[=](id<1> i) [[sycl::reqd_work_group_size(8, 4)]] {}",
            "[=](id<1> i) __attribute__((annotate(\"sycl_reqd_work_group_size\",8, 4)))   {}",
        );
        check(
            "void f() const [[intel::kernel_args_restrict]];",
            "void f() const  __attribute__((annotate(\"sycl_kernel_args_restrict\"))) ;",
        );
        check(
            "[[using sycl: device_has(aspect::fp16, f<1>({2}))]]",
            " __attribute__((annotate(\"sycl_device_has\",::sycl::detail::constant_argument<(aspect::fp16)>,\
             ::sycl::detail::constant_argument<( f<1>({2}))>))) ",
        );
        check(
            "[[sycl::reqd_work_group_size(1,Sizes...)]]",
            " __attribute__((annotate(\"sycl_reqd_work_group_size\",1,\
             ::sycl::detail::constant_argument<(Sizes)>...))) ",
        );
    }

    #[test]
    fn other_attributes_stay() {
        check("[[nodiscard]] int a[b[1]];", "[[nodiscard]] int a[b[1]];");
        check("[[intel::ivdep]] for (;;) {}", "[[intel::ivdep]] for (;;) {}");
        check("[[gnu::device_has]]", "[[gnu::device_has]]");
        check("[[intel::sub_group_size(primary)]]", "[[intel::sub_group_size(primary)]]");
        check(
            "[[nodiscard, sycl::sub_group_size(N), gnu::cold]]",
            "[[nodiscard, gnu::cold]] __attribute__((annotate(\"sycl_sub_group_size\",::sycl::detail::constant_argument<(N)>))) ",
        );
    }

    #[test]
    fn literals_are_left_alone() {
        for text in [
            "\"[[sycl::device_has(1)]]\"",
            "\"\\\"[[sycl::device_has(1)]]\"",
            "R\"x([[sycl::device_has(1)]])\" )x\"",
            "'\"' '\\'' \"'\"",
            "1'000'000 u8'a' L\"[[sycl::device_has]]\"",
        ] {
            check(text, text);
        }
        check(
            "1'0 [[sycl::device_has(')', \"]]\")]] '",
            "1'0  __attribute__((annotate(\"sycl_device_has\",::sycl::detail::constant_argument<(')')>,\
             ::sycl::detail::constant_argument<( \"]]\")>)))  '",
        );
    }

    #[test]
    fn lines_keep_their_numbers() {
        let text = "[[sycl::device_has(1,\n 2),\n nodiscard,\n\n intel::sub_group_size(4)]]\nx";
        let result = String::from_utf8(rewrite(text.as_bytes())).unwrap();
        assert_eq!(result.matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn mentions() {
        assert!(mentions_kernel_attribute(b"[[ sycl ::\n device_has(1)]]"));
        assert!(mentions_kernel_attribute(b"a[[x]] [[intel::reqd_sub_group_size(1)]]"));
        assert!(!mentions_kernel_attribute(b"[[nodiscard]] device_has(1)"));
    }

    #[test]
    fn broken_text_never_panics() {
        let text = b"[[sycl::device_has(1, 'a', R\"x(])x\")]] [[using sycl : sub_group_size]]";
        for cut in 0..text.len() {
            rewrite(&text[..cut]);
            rewrite(&text[cut..]);
            mentions_kernel_attribute(&text[cut..]);
        }
    }
}
