//! Code: PTX is looked through for its entries, functions and variables. "Machine code" is the PTX
//! behind a mark.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

use crate::checks::violation;
use crate::codes::{Code, INVALID_HANDLE, INVALID_IMAGE, INVALID_PTX, INVALID_VALUE, NOT_FOUND, SUCCESS};
use crate::config::config;
use crate::exported::{exported, store};
use crate::kernels;
use crate::operation::Operation;
use crate::state::{Function, Kind, Module, State, enter};

/// What machine code begins with.
const MARK: &str = "\u{7f}fake cubin\n";
/// `CU_JIT_ERROR_LOG_BUFFER` and its size.
const ERROR_LOG: [c_int; 2] = [5, 6];

/// What PTX declares and defines.
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
            // The results come before the name.
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

/// Stores a text in the log of errors, if the options have one.
///
/// # Safety
/// The options are as `cuda.h` says.
unsafe fn log(count: c_uint, options: *const c_int, values: *const *mut c_void, text: &str) {
    if count == 0 {
        return;
    }
    // SAFETY: the caller's duty.
    let (options, values) = unsafe {
        (std::slice::from_raw_parts(options, count as usize), std::slice::from_raw_parts(values, count as usize))
    };
    let value = |wanted| options.iter().position(|option| *option == wanted).map(|index| values[index]);
    if let (Some(buffer), Some(bytes)) = (value(ERROR_LOG[0]), value(ERROR_LOG[1])) {
        let text = &text.as_bytes()[..text.len().min(bytes as usize - 1)];
        // SAFETY: the buffer has so many bytes.
        unsafe {
            buffer.cast::<u8>().copy_from(text.as_ptr(), text.len());
            buffer.cast::<u8>().add(text.len()).write(0);
        }
    }
}

/// Options of a link, for its log.
struct Options(c_uint, *const c_int, *const *mut c_void);

thread_local! {
    static LINK_OPTIONS: std::cell::Cell<Option<(c_uint, usize, usize)>> = const { std::cell::Cell::new(None) };
}

impl Options {
    fn keep(self) {
        LINK_OPTIONS.set(Some((self.0, self.1 as usize, self.2 as usize)));
    }

    fn log(text: &str) {
        if let Some((count, options, values)) = LINK_OPTIONS.get() {
            // SAFETY: the caller of `cuLinkCreate` keeps the options until the link is destroyed.
            unsafe { log(count, options as *const c_int, values as *const *mut c_void, text) };
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
        module: *mut usize, image: *const c_void, count: c_uint, options: *mut c_int, values: *mut *mut c_void
    ) {
        let (mut state, device) = enter("cuModuleLoadDataEx")?;
        // SAFETY: images of the fake end with a zero byte.
        let text = unsafe { CStr::from_ptr(image.cast()) }.to_string_lossy();
        let code = text.strip_prefix(MARK).unwrap_or(&text);
        if !code.contains(".version") {
            // SAFETY: the caller's duty.
            unsafe { log(count, options, values, "no PTX") };
            return Err(INVALID_PTX);
        }
        let handle = load(&mut state, device, code)?;
        // SAFETY: the caller's duty.
        Ok(unsafe { store(module, handle) })
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

    fn cuModuleGetFunction(function: *mut usize, module: usize, name: *const c_char) {
        let (mut state, _) = enter("cuModuleGetFunction")?;
        // SAFETY: the caller's duty.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let Some(found) = state.modules.get(&module) else { return Err(INVALID_HANDLE) };
        let is_there = found.symbols.iter().any(|symbol| *symbol == name);
        let Some(kernel) = kernels::find(&name).filter(|_| is_there) else { return Err(NOT_FOUND) };
        let handle = state.new_handle();
        state.functions.insert(handle, Function { module, kernel, max_dynamic_shared: 48 << 10 });
        // SAFETY: the caller's duty.
        Ok(unsafe { store(function, handle) })
    }

    fn cuModuleGetGlobal_v2(address: *mut u64, bytes: *mut usize, module: usize, name: *const c_char) {
        let (state, _) = enter("cuModuleGetGlobal")?;
        // SAFETY: the caller's duty.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let Some(found) = state.modules.get(&module) else { return Err(INVALID_HANDLE) };
        let variable = found.variables.iter().find(|(variable, ..)| *variable == name);
        let Some((_, first, size)) = variable else { return Err(NOT_FOUND) };
        // SAFETY: the caller's duty.
        unsafe {
            store(address, *first);
            Ok(store(bytes, *size))
        }
    }

    fn cuLinkCreate_v2(count: c_uint, options: *mut c_int, values: *mut *mut c_void, link: *mut usize) {
        let (mut state, _) = enter("cuLinkCreate")?;
        Options(count, options, values).keep();
        let handle = state.new_handle();
        state.links.insert(handle, MARK.as_bytes().to_vec());
        // SAFETY: the caller's duty.
        Ok(unsafe { store(link, handle) })
    }

    fn cuLinkAddData_v2(
        link: usize, kind: c_int, data: *mut c_void, bytes: usize, _name: *const c_char, _count: c_uint,
        _options: *mut c_int, _values: *mut *mut c_void
    ) {
        let (mut state, _) = enter("cuLinkAddData")?;
        // SAFETY: the caller's duty.
        let data = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), bytes) };
        let text = String::from_utf8_lossy(data);
        let is_cubin = text.starts_with(MARK);
        if is_cubin != (kind == 0) || !text.ends_with('\0') || !text.contains(".version") {
            Options::log("a syntax error");
            return Err(INVALID_PTX);
        }
        let code = text.strip_prefix(MARK).unwrap_or(&text).trim_end_matches('\0').to_owned();
        let Some(linked) = state.links.get_mut(&link) else { return Err(INVALID_HANDLE) };
        linked.extend_from_slice(code.as_bytes());
        linked.push(b'\n');
        Ok(SUCCESS)
    }

    fn cuLinkComplete(link: usize, cubin: *mut *mut c_void, bytes: *mut usize) {
        let (mut state, _) = enter("cuLinkComplete")?;
        let Some(linked) = state.links.get_mut(&link) else { return Err(INVALID_HANDLE) };
        let symbols = symbols(&String::from_utf8_lossy(linked));
        if let Some(name) = symbols.external.iter().find(|name| !symbols.functions.contains(name)) {
            Options::log(&format!("error : Undefined reference to '{name}'"));
            return Err(INVALID_IMAGE);
        }
        linked.push(0);
        // SAFETY: the caller's duty.
        unsafe {
            store(cubin, linked.as_mut_ptr().cast());
            Ok(store(bytes, linked.len()))
        }
    }

    fn cuLinkDestroy(link: usize) {
        let (mut state, _) = enter("cuLinkDestroy")?;
        LINK_OPTIONS.set(None);
        if state.links.remove(&link).is_none() {
            violation(&format!("cuLinkDestroy: {link:#x} is no link"));
        }
        Ok(SUCCESS)
    }

    fn cuFuncGetAttribute(value: *mut c_int, attribute: c_int, function: usize) {
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
        // SAFETY: the caller's duty.
        Ok(unsafe { store(value, number) })
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
