//! Code: PTX is searched for its entries, functions and variables. "Machine code" is a mark followed by the PTX.

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_uint, c_void};

use crate::checks::violation;
use crate::codes::{Code, INVALID_HANDLE, INVALID_IMAGE, INVALID_PTX, INVALID_VALUE, NOT_FOUND, SUCCESS};
use crate::config::config;
use crate::exported::exported;
use crate::kernels;
use crate::operation::Operation;
use crate::parameters::{Count, Len, List, Out, Text};
use crate::state::{Function, Kind, Module, State, enter};

/// The mark at the beginning of machine code.
const MARK: &str = "\u{7f}fake cubin\n";
/// `CU_JIT_ERROR_LOG_BUFFER` and its size.
const ERROR_LOG: [c_int; 2] = [5, 6];

/// The symbols that PTX declares and defines.
#[derive(Default)]
struct Symbols {
    entries: Vec<String>,
    functions: Vec<String>,
    external: Vec<String>,
    variables: Vec<(String, usize)>,
}

fn symbols(ptx: &str) -> Symbols {
    let mut symbols = Symbols::default();
    let name = |text: &str| text.trim().split(['(', '[', ' ', ';', '{']).next().unwrap_or_default().to_owned();
    for line in ptx.lines().map(str::trim) {
        let is_external = line.starts_with(".extern");
        if let Some((_, rest)) = line.split_once(".entry ") {
            symbols.entries.push(name(rest));
        } else if let Some((_, rest)) = line.split_once(".func") {
            // The results precede the name.
            let rest = rest.trim();
            let rest = if rest.starts_with('(') { rest.split_once(')').map_or("", |(_, rest)| rest) } else { rest };
            if is_external { symbols.external.push(name(rest)) } else { symbols.functions.push(name(rest)) }
        } else if let Some((_, rest)) = line.split_once(".visible .global") {
            let declared = rest.trim_end_matches(';').split_whitespace().last().unwrap_or_default();
            let bytes = declared.split_once('[').and_then(|(_, size)| size.trim_end_matches(']').parse().ok());
            symbols.variables.push((name(declared), bytes.unwrap_or(8)));
        }
    }
    symbols
}

/// Where the caller wants to read why its code was refused.
#[derive(Clone, Copy)]
struct ErrorLog {
    buffer: *mut c_void,
    bytes: usize,
}

thread_local! {
    /// The error log of the link.
    static LINK_LOG: Cell<Option<ErrorLog>> = const { Cell::new(None) };
}

impl ErrorLog {
    /// The log of errors, if the options have one.
    fn of(count: Count, options: List<'_, c_int>, values: List<'_, *mut c_void>) -> Option<Self> {
        let (options, values) = (options.get(count), values.get(count));
        let value = |wanted| options.iter().position(|option| *option == wanted).map(|index| values[index]);
        Some(Self { buffer: value(ERROR_LOG[0])?, bytes: value(ERROR_LOG[1])? as usize })
    }

    fn write(self, text: &str) {
        let text = &text.as_bytes()[..text.len().min(self.bytes - 1)];
        // SAFETY: the buffer has so many bytes, which the caller keeps until the code is loaded or its link
        // destroyed.
        unsafe {
            self.buffer.cast::<u8>().copy_from(text.as_ptr(), text.len());
            self.buffer.cast::<u8>().add(text.len()).write(0);
        }
    }

    fn write_of_link(text: &str) {
        if let Some(log) = LINK_LOG.get() {
            log.write(text);
        }
    }
}

fn load(state: &mut State, device: i32, text: &str) -> Result<usize, Code> {
    let symbols = symbols(text);
    let unknown = symbols.entries.iter().find(|entry| kernels::find(entry).is_none());
    if unknown.is_some() {
        return Err(INVALID_IMAGE);
    }
    let mut variables = Vec::new();
    for (name, bytes) in symbols.variables {
        let address = state.alloc(device, Kind::Variable, bytes).ok_or(crate::codes::OUT_OF_MEMORY)?;
        // SAFETY: the block is new.
        unsafe { (address as *mut u8).write_bytes(0, bytes) };
        variables.push((name, address, bytes));
    }
    let handle = state.new_handle();
    state.modules.insert(handle, Module { device, symbols: symbols.entries, variables });
    Ok(handle)
}

exported! {
    fn cuModuleLoadDataEx(
        module: Out<'_, usize>, image: Text<'_>, count: Count, options: List<'_, c_int>, values: List<'_, *mut c_void>
    ) {
        let (mut state, device) = enter("cuModuleLoadDataEx")?;
        // Images of the fake end with a zero byte.
        let text = image.get()?;
        let code = text.strip_prefix(MARK).unwrap_or(&text);
        if !code.contains(".version") {
            if let Some(log) = ErrorLog::of(count, options, values) {
                log.write("no PTX");
            }
            return Err(INVALID_PTX);
        }
        let handle = load(&mut state, device, code)?;
        module.set(handle)
    }

    fn cuModuleUnload(handle: usize) {
        let (mut state, _) = enter("cuModuleUnload")?;
        let Some(module) = state.modules.remove(&handle) else {
            violation(&format!("cuModuleUnload: {handle:#x} is no module"));
        };
        let is_used = |operation: &Operation| matches!(operation, Operation::Launch(launch) if launch.module == handle);
        if state.streams.values().any(|stream| stream.operations.iter().any(is_used)) {
            violation("cuModuleUnload: a kernel of it has not run");
        }
        state.functions.retain(|_, function| function.module != handle);
        for (_, address, _) in module.variables {
            state.blocks.remove(&address);
        }
        Ok(SUCCESS)
    }

    fn cuModuleGetFunction(function: Out<'_, usize>, module: usize, name: Text<'_>) {
        let (mut state, _) = enter("cuModuleGetFunction")?;
        let name = name.get()?;
        let Some(found) = state.modules.get(&module) else { return Err(INVALID_HANDLE) };
        let is_there = found.symbols.iter().any(|symbol| *symbol == name);
        let Some(kernel) = kernels::find(&name).filter(|_| is_there) else { return Err(NOT_FOUND) };
        let handle = state.new_handle();
        state.functions.insert(handle, Function { module, kernel, max_dynamic_shared: 48 << 10 });
        function.set(handle)
    }

    fn cuModuleGetGlobal_v2(address: Out<'_, u64>, bytes: Out<'_, usize>, module: usize, name: Text<'_>) {
        let (state, _) = enter("cuModuleGetGlobal")?;
        let name = name.get()?;
        let Some(found) = state.modules.get(&module) else { return Err(INVALID_HANDLE) };
        let variable = found.variables.iter().find(|(variable, ..)| *variable == name);
        let Some((_, first, size)) = variable else { return Err(NOT_FOUND) };
        address.set_if_wanted(*first);
        bytes.set(*size)
    }

    fn cuLinkCreate_v2(
        count: Count, options: List<'_, c_int>, values: List<'_, *mut c_void>, link: Out<'_, usize>
    ) {
        let (mut state, _) = enter("cuLinkCreate")?;
        LINK_LOG.set(ErrorLog::of(count, options, values));
        let handle = state.new_handle();
        state.links.insert(handle, MARK.as_bytes().to_vec());
        link.set(handle)
    }

    fn cuLinkAddData_v2(
        link: usize, kind: c_int, data: List<'_, u8>, bytes: Len, _name: *const c_char, _count: c_uint,
        _options: *mut c_int, _values: *mut *mut c_void
    ) {
        let (mut state, _) = enter("cuLinkAddData")?;
        let text = String::from_utf8_lossy(data.get(bytes));
        let is_cubin = text.starts_with(MARK);
        if is_cubin != (kind == 0) || !text.ends_with('\0') || !text.contains(".version") {
            ErrorLog::write_of_link("a syntax error");
            return Err(INVALID_PTX);
        }
        let code = text.strip_prefix(MARK).unwrap_or(&text).trim_end_matches('\0').to_owned();
        let Some(linked) = state.links.get_mut(&link) else { return Err(INVALID_HANDLE) };
        linked.extend_from_slice(code.as_bytes());
        linked.push(b'\n');
        Ok(SUCCESS)
    }

    fn cuLinkComplete(link: usize, cubin: Out<'_, *mut c_void>, bytes: Out<'_, usize>) {
        let (mut state, _) = enter("cuLinkComplete")?;
        let Some(linked) = state.links.get_mut(&link) else { return Err(INVALID_HANDLE) };
        let symbols = symbols(&String::from_utf8_lossy(linked));
        if let Some(name) = symbols.external.iter().find(|name| !symbols.functions.contains(name)) {
            ErrorLog::write_of_link(&format!("error : Undefined reference to '{name}'"));
            return Err(INVALID_IMAGE);
        }
        linked.push(0);
        cubin.set_if_wanted(linked.as_mut_ptr().cast());
        bytes.set(linked.len())
    }

    fn cuLinkDestroy(link: usize) {
        let (mut state, _) = enter("cuLinkDestroy")?;
        LINK_LOG.set(None);
        if state.links.remove(&link).is_none() {
            violation(&format!("cuLinkDestroy: {link:#x} is no link"));
        }
        Ok(SUCCESS)
    }

    fn cuFuncGetAttribute(value: Out<'_, c_int>, attribute: c_int, function: usize) {
        let (state, _) = enter("cuFuncGetAttribute")?;
        let Some(function) = state.functions.get(&function) else { return Err(INVALID_HANDLE) };
        let number = match attribute {
            0 => 1024,
            1 => 0,
            3 => config().private_bytes,
            4 => 32,
            8 => function.max_dynamic_shared,
            _ => return Err(INVALID_VALUE),
        };
        value.set(number)
    }

    fn cuFuncSetAttribute(function: usize, attribute: c_int, value: c_int) {
        let (mut state, _) = enter("cuFuncSetAttribute")?;
        let Some(function) = state.functions.get_mut(&function) else { return Err(INVALID_HANDLE) };
        if attribute != 8 || value > 227 << 10 {
            return Err(INVALID_VALUE);
        }
        function.max_dynamic_shared = value;
        Ok(SUCCESS)
    }
}
