//! The expected results of kernels, as a text file next to their module:
//!
//! ```text
//! kernel axpy 8 4              # global and local size
//! value f32 0.5
//! memory f32 1 2 3 -> 4 5 6    # before and after
//! local 64                     # bytes of local memory
//! ```
//!
//! A file may have several kernels, each with the lines of its arguments in order.

use std::path::Path;

use tandem_codegen_cpu::Output;

use super::{Arg, Program, Range, load_object};

/// Loads a compiled module, runs the launches of the file, and compares.
pub fn check(output: Output, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let program = load_object(output);
    let mut rest = lines.as_slice();
    while let Some((first, following)) = rest.split_first() {
        let count = following.iter().take_while(|line| !line.starts_with("kernel ")).count();
        launch(&program, first, &following[..count]).map_err(|problem| format!("{first}: {problem}"))?;
        rest = &following[count..];
    }
    Ok(())
}

/// An argument as written in the file.
enum Expected {
    Value(Vec<u8>),
    Local(usize),
    Memory { element: String, bytes: Vec<u8>, after: Vec<u8> },
}

fn launch(program: &Program, kernel: &str, args: &[&str]) -> Result<(), String> {
    let mut words = kernel.split_whitespace().skip(1);
    let name = words.next().ok_or("no name")?;
    let sizes: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
    let [global, local] = sizes[..] else { return Err("not two sizes".to_owned()) };
    if !program.kernels.iter().any(|kernel| kernel.name == name) {
        return Err("there is no such kernel".to_owned());
    }
    let mut args = args.iter().map(|line| argument(line)).collect::<Result<Vec<_>, _>>()?;
    let mut launched: Vec<_> = args
        .iter_mut()
        .map(|arg| match arg {
            Expected::Value(bytes) => Arg::Value(bytes.clone()),
            Expected::Local(bytes) => Arg::Local(*bytes),
            Expected::Memory { bytes, .. } => Arg::Memory(bytes),
        })
        .collect();
    program.launch(name, &mut launched, Range::linear(global, local));
    for (index, arg) in args.iter().enumerate() {
        if let Expected::Memory { element, bytes, after } = arg
            && bytes != after
        {
            let (found, expected) = (numbers(element, bytes), numbers(element, after));
            return Err(format!("argument {} is {found}, not {expected}", index + 1));
        }
    }
    Ok(())
}

fn argument(line: &str) -> Result<Expected, String> {
    let words: Vec<_> = line.split_whitespace().collect();
    match words[..] {
        ["local", bytes] => Ok(Expected::Local(bytes.parse().map_err(|_| "no size")?)),
        ["value", element, value] => Ok(Expected::Value(encode(element, &[value])?)),
        ["memory", element, ref values @ ..] => {
            let arrow = values.iter().position(|word| *word == "->").ok_or("no `->`")?;
            let (bytes, after) = (encode(element, &values[..arrow])?, encode(element, &values[arrow + 1..])?);
            Ok(Expected::Memory { element: element.to_owned(), bytes, after })
        }
        _ => Err(format!("`{line}` is no argument")),
    }
}

fn encode(element: &str, values: &[&str]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for value in values {
        let wrong = || format!("`{value}` is no {element}");
        match element {
            "i8" => bytes.push(value.parse::<i8>().map_err(|_| wrong())? as u8),
            "i16" => bytes.extend(value.parse::<i16>().map_err(|_| wrong())?.to_le_bytes()),
            "i32" => bytes.extend(value.parse::<i32>().map_err(|_| wrong())?.to_le_bytes()),
            "i64" => bytes.extend(value.parse::<i64>().map_err(|_| wrong())?.to_le_bytes()),
            "f32" => bytes.extend(value.parse::<f32>().map_err(|_| wrong())?.to_le_bytes()),
            "f64" => bytes.extend(value.parse::<f64>().map_err(|_| wrong())?.to_le_bytes()),
            _ => return Err(format!("there is no type `{element}`")),
        }
    }
    Ok(bytes)
}

fn numbers(element: &str, bytes: &[u8]) -> String {
    let size = element[1..].parse::<usize>().unwrap_or(8) / 8;
    let number = |chunk: &[u8]| match element {
        "f32" => chunk.try_into().map_or(f64::NAN, |bytes| f32::from_le_bytes(bytes).into()).to_string(),
        "f64" => chunk.try_into().map_or(f64::NAN, f64::from_le_bytes).to_string(),
        _ => {
            let mut wide = [if chunk.last().is_some_and(|last| *last >= 0x80) { 0xff } else { 0 }; 8];
            wide[..chunk.len()].copy_from_slice(chunk);
            i64::from_le_bytes(wide).to_string()
        }
    };
    bytes.chunks(size.max(1)).map(number).collect::<Vec<_>>().join(" ")
}
