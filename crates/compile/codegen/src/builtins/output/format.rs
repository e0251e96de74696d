//! Formats of `printf` in the subset that every device's `printf` supports: scalars, and the lengths `h`, `l` and `ll`.
//!
//! OpenCL C has vectors in formats (`%v4hlf`). Each such conversion becomes one for each element, with
//! commas in between. Bytes (`hh`) are passed as the `int` that they are printed as, and `j`, `t` and
//! `z` mean `l`.
//!
//! ```text
//! printf("%5.1v2hlf\n", <2 x float> %v)  ─►  printf("%5.1f,%5.1f\n", double %v.0, double %v.1)
//! ```

use tandem_ir::{Builder, EditableModule, Module, Type, TypeKind, Value};

/// A conversion of a format: `%[flags][width][.precision][v<count>][length]<kind>`.
#[derive(Debug, PartialEq, Eq)]
struct Conversion<'f> {
    /// Flags, width and precision.
    layout: &'f str,
    /// Number of elements; `None` for scalars.
    count: Option<u32>,
    length: &'f str,
    kind: char,
}

/// A format with scalars and common lengths, and its arguments. `None` where the format is one, or
/// none at all.
pub fn simplify<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    format: &str,
    args: &[Value<'m>],
) -> Option<(String, Vec<Value<'m>>)> {
    let mut out = String::new();
    let mut values = Vec::new();
    let mut args = args.iter().copied();
    let mut changes = false;
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let (text, from) = rest.split_at(at);
        out.push_str(text);
        let (conversion, after) = parse(&from[1..])?;
        rest = after;
        // Widths and precisions may be separate arguments.
        for _ in conversion.layout.matches('*') {
            values.extend(args.next());
        }
        match conversion.count {
            None => {
                let length = common_length(conversion.length);
                changes |= length != conversion.length;
                out.push_str(&format!("%{}{length}{}", conversion.layout, conversion.kind));
                if conversion.kind != '%' {
                    values.extend(args.next().map(|arg| as_printed(module, builder, &conversion, arg)));
                }
            }
            Some(count) => {
                changes = true;
                let is_plain = conversion.length == "hl" || is_float(&conversion);
                let length = if is_plain { "" } else { common_length(conversion.length) };
                let scalar = format!("%{}{length}{}", conversion.layout, conversion.kind);
                out.push_str(&vec![scalar; count as usize].join(","));
                let vector = as_vector(module, builder, args.next()?, element(module, &conversion), count)?;
                let index = |i| module.int(32).int(u64::from(i), false);
                let element = |i| as_printed(module, builder, &conversion, builder.extract_element(vector, index(i)));
                values.extend((0..count).map(element));
            }
        }
    }
    out.push_str(rest);
    values.extend(args);
    changes.then_some((out, values))
}

/// The length for values that C passes as those of another one.
fn common_length(length: &str) -> &str {
    match length {
        "hh" => "",
        "j" | "t" | "z" => "l",
        _ => length,
    }
}

/// The value of a byte as the `int` that is printed; any other value as it is.
fn as_printed<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    conversion: &Conversion<'_>,
    value: Value<'m>,
) -> Value<'m> {
    let (byte, int) = (module.int(8), module.int(32));
    match (conversion.length, value.ty().kind()) {
        ("hh", TypeKind::Int(bits @ 8..=32)) => {
            let value = if bits > 8 { builder.trunc(value, byte) } else { value };
            if "di".contains(conversion.kind) { builder.sext(value, int) } else { builder.zext(value, int) }
        }
        _ => value,
    }
}

/// The conversion after a `%`, and the text that follows it.
fn parse(text: &str) -> Option<(Conversion<'_>, &str)> {
    let end_of = |text: &str, set: &str| text.find(|c| !set.contains(c)).unwrap_or(text.len());
    let (layout, rest) = text.split_at(end_of(text, "-+ #0123456789.*"));
    let (count, rest) = match rest.strip_prefix('v') {
        Some(vector) => {
            let (digits, rest) = vector.split_at(end_of(vector, "0123456789"));
            (Some(digits.parse().ok().filter(|count| [2, 3, 4, 8, 16].contains(count))?), rest)
        }
        None => (None, rest),
    };
    let (length, rest) = rest.split_at(end_of(rest, "hljztL"));
    let kind = rest.chars().next()?;
    Some((Conversion { layout, count, length, kind }, &rest[kind.len_utf8()..]))
}

fn is_float(conversion: &Conversion<'_>) -> bool {
    "aAeEfFgG".contains(conversion.kind)
}

/// The type of a vector's elements, by its conversion.
fn element<'m>(module: &'m Module, conversion: &Conversion<'_>) -> Type<'m> {
    match (is_float(conversion), conversion.length) {
        (false, "hh") => module.int(8),
        (false, "h") => module.int(16),
        (false, "l") => module.int(64),
        (false, _) => module.int(32),
        (true, "h") => module.half(),
        (true, "l") => module.double(),
        (true, _) => module.float(),
    }
}

/// A vector as C's calling convention passes it on: as itself, in a register
/// of another type, or in memory.
fn as_vector<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    arg: Value<'m>,
    element: Type<'m>,
    count: u32,
) -> Option<Value<'m>> {
    let ty = arg.ty();
    if ty.is_pointer() {
        return Some(builder.load(element.vector(count), arg).value());
    }
    if matches!(ty.kind(), TypeKind::Vector(item, len) if item == element && len >= count) {
        return Some(arg);
    }
    // Three elements occupy the memory of four.
    let stored = count.next_power_of_two();
    let vector = element.vector(stored);
    (module.size_of(ty) == module.size_of(vector)).then(|| builder.bitcast(arg, vector))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions() {
        let parsed = |text| parse(text).map(|(c, rest)| (c.layout, c.count, c.length, c.kind, rest));
        assert_eq!(parsed("d\n"), Some(("", None, "", 'd', "\n")));
        assert_eq!(parsed("-5.2v4hlf rest"), Some(("-5.2", Some(4), "hl", 'f', " rest")));
        assert_eq!(parsed("v16hhx"), Some(("", Some(16), "hh", 'x', "")));
        assert_eq!(parsed("%"), Some(("", None, "", '%', "")));
        assert_eq!(parsed("v5d"), None);
        assert_eq!(parsed("v4"), None);
    }
}
