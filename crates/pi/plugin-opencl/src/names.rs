//! Names of kernels and variables, which drivers take for names of symbols.
//!
//! Kernels, and variables that are internal to a translation unit, have names of the form `NAME@UNIT`. PoCL makes
//! symbols of a shared library of them, in which an `@` begins the version of the symbol, so that nothing links. OpenCL
//! sees other names:
//!
//! * [`for_opencl`] gives a SPIR-V module that a driver gets names that are identifiers of C.
//! * [`of_kernel`] and [`of_symbol`] are the names by which OpenCL knows a kernel and a variable or function;
//!   [`original`] is the way back.
//!
//! A name becomes [`PREFIX`] and its letters and digits; `_` is written twice, and every other byte is `_` and two
//! digits of base 16. Names that begin with the prefix are written like this, too, so that no two names become one.
//! Binaries that were made of such modules have the same names.

use std::borrow::Cow;
use std::ffi::{CStr, CString};

use tandem_spirv_binary::grammar::{Decoration, Op};
use tandem_spirv_binary::{BinaryError, Instruction, Words};

/// What names begin with that are not those of the module.
const PREFIX: &[u8] = b"tandem__";
/// Where the first word of an instruction has its length.
const LENGTH_SHIFT: u32 = 16;

/// The name of a kernel in OpenCL: an identifier.
pub fn of_kernel(name: &[u8]) -> Cow<'_, [u8]> {
    if is_identifier(name) && !name.starts_with(PREFIX) { Cow::Borrowed(name) } else { Cow::Owned(escaped(name)) }
}

/// The name of a variable or function in OpenCL: another one only if it has an `@`, since drivers define functions whose
/// names have other characters.
pub fn of_symbol(name: &[u8]) -> Cow<'_, [u8]> {
    let is_taken = name.contains(&b'@') || name.starts_with(PREFIX);
    if is_taken { Cow::Owned(escaped(name)) } else { Cow::Borrowed(name) }
}

/// As [`of_symbol`], as C has texts.
pub fn of_c_symbol(name: &CStr) -> Cow<'_, CStr> {
    in_c(name, of_symbol)
}

/// As [`of_kernel`], as C has texts.
pub fn of_c_kernel(name: &CStr) -> Cow<'_, CStr> {
    in_c(name, of_kernel)
}

fn in_c(name: &CStr, map: fn(&[u8]) -> Cow<'_, [u8]>) -> Cow<'_, CStr> {
    match map(name.to_bytes()) {
        Cow::Borrowed(_) => Cow::Borrowed(name),
        // No byte of an escaped name is 0.
        Cow::Owned(bytes) => CString::new(bytes).map_or(Cow::Borrowed(name), Cow::Owned),
    }
}

/// The name of the module for a name of OpenCL. A name that is no escaped one stays.
pub fn original(name: &[u8]) -> Cow<'_, [u8]> {
    unescaped(name).map_or(Cow::Borrowed(name), Cow::Owned)
}

fn is_identifier(name: &[u8]) -> bool {
    let begins = name.first().is_some_and(|first| !first.is_ascii_digit());
    begins && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

fn escaped(name: &[u8]) -> Vec<u8> {
    let mut text = PREFIX.to_vec();
    for &byte in name {
        match byte {
            b'_' => text.extend(b"__"),
            _ if byte.is_ascii_alphanumeric() => text.push(byte),
            _ => text.extend(format!("_{byte:02x}").bytes()),
        }
    }
    text
}

/// The name whose escaped form this is.
fn unescaped(text: &[u8]) -> Option<Vec<u8>> {
    let mut rest = text.strip_prefix(PREFIX)?;
    let mut name = Vec::new();
    loop {
        match rest {
            [] => break,
            [b'_', b'_', after @ ..] => (name.push(b'_'), rest = after).1,
            [b'_', high, low, after @ ..] => {
                let digits = [*high, *low];
                name.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
                rest = after;
            }
            [byte, after @ ..] => (name.push(*byte), rest = after).1,
        }
    }
    // Nothing else has this form: a name that a program of another origin has stays as it is.
    (escaped(&name) == text).then_some(name)
}

/// A module with names for OpenCL. `None` if all its names are such, or if it is no SPIR-V, which the driver refuses
/// with its own words.
pub fn for_opencl(module: &[u8]) -> Option<Vec<u8>> {
    with_names(module, of_kernel, of_symbol)
}

/// The module that [`for_opencl`] has changed; `None` if it has not changed it.
pub fn from_opencl(module: &[u8]) -> Option<Vec<u8>> {
    with_names(module, original, original)
}

type Map = fn(&[u8]) -> Cow<'_, [u8]>;

/// The module with the names of kernels and of symbols mapped; `None` if none of them changes.
fn with_names(module: &[u8], kernel: Map, symbol: Map) -> Option<Vec<u8>> {
    let words = Words::new(module).ok()?;
    let (mut made, mut copied, mut kernels) = (Vec::new(), 0, Vec::new());
    for instruction in words.instructions() {
        let instruction = instruction.ok()?;
        // Names are before functions.
        if instruction.op() == Some(Op::Function) {
            break;
        }
        let Some((before, id)) = named(&instruction) else { continue };
        if instruction.op() == Some(Op::EntryPoint) {
            kernels.push(id);
        }
        // Translators name a kernel by `OpName`, too, which must not differ.
        let map = if kernels.contains(&id) { kernel } else { symbol };
        let Some(operands) = renamed(&instruction, before, map).ok()? else { continue };
        let length = u16::try_from(operands.len() + 1).ok()?;
        let start = instruction.location.word as usize;
        made.extend(&words.as_slice()[copied..start]);
        made.push(u32::from(length) << LENGTH_SHIFT | u32::from(instruction.opcode));
        made.extend(operands);
        copied = start + 1 + instruction.operands.len();
    }
    if copied == 0 {
        return None;
    }
    made.extend(&words.as_slice()[copied..]);
    Some(made.iter().flat_map(|word| word.to_le_bytes()).collect())
}

/// How many operands of an instruction are before a name, and whose name it is.
fn named(instruction: &Instruction<'_>) -> Option<(usize, u32)> {
    match (instruction.op()?, instruction.operands) {
        (Op::EntryPoint, [_, id, ..]) => Some((2, *id)),
        (Op::Name, [id, ..]) => Some((1, *id)),
        (Op::Decorate, [id, kind, ..]) if *kind == Decoration::LinkageAttributes as u32 => Some((2, *id)),
        _ => None,
    }
}

/// The operands of an instruction, of which so many are before a name; `None` if that stays.
fn renamed(instruction: &Instruction<'_>, before: usize, map: Map) -> Result<Option<Vec<u32>>, BinaryError> {
    let mut cursor = instruction.cursor_at(before);
    let name = cursor.string_bytes().map_err(|reason| instruction.error(reason))?;
    let changed = match map(&name) {
        Cow::Owned(changed) => changed,
        Cow::Borrowed(_) => return Ok(None),
    };
    let mut operands = instruction.operands[..before].to_vec();
    operands.extend(literal(&changed));
    operands.extend(cursor.rest());
    Ok(Some(operands))
}

/// A text as words, with at least one 0 at its end.
fn literal(text: &[u8]) -> Vec<u32> {
    let mut bytes = text.to_vec();
    bytes.resize((text.len() / size_of::<u32>() + 1) * size_of::<u32>(), 0);
    bytes.as_chunks().0.iter().map(|chunk| u32::from_le_bytes(*chunk)).collect()
}

#[cfg(test)]
mod tests {
    use tandem_spirv_binary::grammar::{ExecutionModel, LinkageType, MAGIC_NUMBER};
    use tandem_spirv_binary::interface::Interface;

    use super::*;

    fn instruction(op: Op, operands: &[&[u32]]) -> Vec<u32> {
        let operands = operands.concat();
        [&[(operands.len() as u32 + 1) << LENGTH_SHIFT | op as u32], &operands[..]].concat()
    }

    /// A module with a kernel of this name, which is its `OpName`, and an exported function.
    fn module(kernel: &str, function: &str) -> Vec<u8> {
        let header = vec![MAGIC_NUMBER, 0x1_0000, 0, 9, 0];
        let (kernel, function) = (literal(kernel.as_bytes()), literal(function.as_bytes()));
        let linkage = [Decoration::LinkageAttributes as u32];
        let words = [
            header,
            instruction(Op::EntryPoint, &[&[ExecutionModel::Kernel as u32, 1], &kernel, &[7, 8]]),
            instruction(Op::Name, &[&[1], &kernel]),
            instruction(Op::Decorate, &[&[2], &linkage, &function, &[LinkageType::Export as u32]]),
            instruction(Op::Function, &[&[3, 2, 0, 4]]),
        ];
        words.concat().iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn names_come_back_and_stay_different() {
        let names = ["", "f", "_Zf@0a", "_Zf_400a", "a.b", "3d", "tandem__", "tandem__f", "tandem___40", "ä", "a__b"];
        let made: Vec<_> = names.iter().map(|name| of_kernel(name.as_bytes())).collect();
        for (index, (name, made_of)) in names.iter().zip(&made).enumerate() {
            assert!(is_identifier(made_of), "{name}");
            assert_eq!(original(made_of), name.as_bytes(), "{name}");
            assert!(!made[..index].contains(made_of), "{name}");
            assert_eq!(original(&of_symbol(name.as_bytes())), name.as_bytes(), "{name}");
        }
        assert_eq!(of_kernel(b"_Zf@0a").as_ref(), b"tandem____Zf_400a");
        assert_eq!((of_symbol(b"a.b"), of_kernel(b"f")), (Cow::Borrowed(&b"a.b"[..]), Cow::Borrowed(&b"f"[..])));
        assert_eq!(of_c_kernel(c"a@b").as_ref(), c"tandem__a_40b");
        assert_eq!(of_c_symbol(c"a.b").as_ref(), c"a.b");
    }

    #[test]
    fn other_names_stay() {
        for name in ["tandem__a_", "tandem__a_4", "tandem__a_4G", "tandem__a_+4", "tandem__a_AB", "tandem__a_61", "f@g"]
        {
            assert_eq!(original(name.as_bytes()), name.as_bytes());
        }
    }

    #[test]
    fn modules_get_names_and_lose_them() {
        let with_unit = module("_Zk@88b2", "g@88b2");
        let made = for_opencl(&with_unit).expect("names with @");
        assert_eq!(made, module("tandem____Zk_4088b2", "tandem__g_4088b2"));
        let interface = Interface::of(&Words::new(&made).expect("a header")).expect("a module");
        assert_eq!(interface.symbols[0].linkage, LinkageType::Export);
        assert_eq!(from_opencl(&made).as_ref(), Some(&with_unit));
        let dots = for_opencl(&module("k.1", "g.1")).expect("a kernel that is no identifier");
        assert_eq!(dots, module("tandem__k_2e1", "g.1"));
    }

    #[test]
    fn modules_with_identifiers_and_broken_ones_stay() {
        assert_eq!(for_opencl(&module("k", "g")), None);
        assert_eq!(from_opencl(&module("k", "g")), None);
        let bytes = module("_Zk@88b2", "g@88b2");
        // Cut before the last instruction of names, a module has no name that ends.
        for length in 0..bytes.len() - 5 * 4 {
            let cut = for_opencl(&bytes[..length]);
            assert!(cut.is_none_or(|cut| Words::new(&cut).is_ok()), "{length}");
        }
        assert_eq!(for_opencl(b"kernels=a@b"), None);
    }
}
