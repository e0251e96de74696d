//! Building, compiling and linking programs.

use std::ffi::{c_char, c_int, c_void};

use opencl_sys::*;

use crate::config::config;
use crate::exported::{created, exported};
use crate::object::{Build, Source, State};
use crate::parameters;
use crate::program_text::ProgramText;
use crate::programs::add;
use crate::state::{Locked, lock};

/// The callback when a program is built.
type Notify = Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>;

/// The prefixes of options.
const OPTIONS: [&str; 9] =
    ["-cl-", "-spir-std=", "-x", "spir", "-g", "-w", "-Werror", "-create-library", "-enable-link-options"];

/// Options, if OpenCL has them.
fn options(text: *const c_char, code: c_int) -> Result<String, c_int> {
    let text = parameters::text(text);
    let is_known = |word: &str| OPTIONS.iter().any(|known| word.starts_with(known));
    if text.split_ascii_whitespace().all(is_known) { Ok(text) } else { Err(code) }
}

/// The devices of a list, or all of a program's.
fn devices(state: &State, program: usize, list: *const *mut c_void, count: cl_uint) -> Result<Vec<usize>, c_int> {
    let all = state.program(program)?.devices.clone();
    let devices = parameters::handles(list, count)?;
    if !devices.iter().all(|device| all.contains(device)) {
        return Err(CL_INVALID_DEVICE);
    }
    Ok(if devices.is_empty() { all } else { devices })
}

/// Schedules a notification for the time when the lock is free.
fn tell(state: &mut Locked, notify: Notify, program: usize, data: *mut c_void) {
    let data = data as usize;
    if let Some(notify) = notify {
        // SAFETY: what the program gave for this.
        state.calls.push(Box::new(move || unsafe { notify(program as *mut _, data as *mut _) }));
    }
}

/// Sets the results of building a program for devices; returns the error if the build failed.
fn set_builds(state: &mut State, program: usize, devices: &[usize], build: &Build, code: c_int) -> Result<(), c_int> {
    let found = state.program_mut(program)?;
    for device in devices {
        found.builds.insert(*device, build.clone());
    }
    if build.status == 0 { Ok(()) } else { Err(code) }
}

fn is_identifier(name: &str) -> bool {
    let begins = name.starts_with(|first: char| !first.is_ascii_digit());
    begins && name.chars().all(|each| each.is_ascii_alphanumeric() || each == '_')
}

/// The result of building one program: an executable, or an object.
fn build_of(text: &ProgramText, options: String, binary_type: u32) -> Build {
    let unresolved = if binary_type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE { text.imports.as_slice() } else { &[] };
    let refused = text.kernels.iter().find(|name| config().needs_identifiers && !is_identifier(name));
    let log = match (text.fails, unresolved.first(), refused) {
        (true, ..) => "the program fails".to_owned(),
        (false, Some(name), _) => format!("undefined: {name}"),
        (false, None, Some(name)) => format!("no symbol can have the name of the kernel {name}"),
        (false, None, None) => String::new(),
    };
    let has_failed = !log.is_empty();
    let (status, binary_type) = if has_failed { (-2, 0) } else { (0, binary_type) };
    Build { status, options, log, binary_type }
}

exported! {
    fn clBuildProgram(
        program: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        flags: *const c_char,
        notify: Notify,
        data: *mut c_void,
    ) {
        let mut state = lock();
        let handle = program as usize;
        let devices = devices(&state, handle, list, count)?;
        if notify.is_none() && !data.is_null() {
            return Err(CL_INVALID_VALUE);
        }
        let options = options(flags, CL_INVALID_BUILD_OPTIONS)?;
        let found = state.program(handle)?;
        if found.kernels > 0 {
            return Err(CL_INVALID_OPERATION);
        }
        if found.source == Source::Linked {
            return Err(CL_INVALID_PROGRAM);
        }
        let build = build_of(&found.text, options, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
        tell(&mut state, notify, handle, data);
        set_builds(&mut state, handle, &devices, &build, CL_BUILD_PROGRAM_FAILURE)
    }

    fn clCompileProgram(
        program: *mut c_void,
        count: cl_uint,
        list: *const *mut c_void,
        flags: *const c_char,
        header_count: cl_uint,
        headers: *const *mut c_void,
        names: *mut *const c_char,
        notify: Notify,
        data: *mut c_void,
    ) {
        let mut state = lock();
        let handle = program as usize;
        let devices = devices(&state, handle, list, count)?;
        let has_headers = header_count > 0;
        if notify.is_none() && !data.is_null() || has_headers == headers.is_null() || has_headers == names.is_null() {
            return Err(CL_INVALID_VALUE);
        }
        let options = options(flags, CL_INVALID_COMPILER_OPTIONS)?;
        let found = state.program(handle)?;
        if found.kernels > 0 || !matches!(found.source, Source::Il(_)) {
            return Err(CL_INVALID_OPERATION);
        }
        let build = build_of(&found.text, options, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
        tell(&mut state, notify, handle, data);
        set_builds(&mut state, handle, &devices, &build, CL_COMPILE_PROGRAM_FAILURE)
    }
}

/// `clLinkProgram`: a program that fails to link exists nevertheless, and has the log.
#[unsafe(no_mangle)]
#[allow(non_snake_case, clippy::too_many_arguments, reason = "the name and parameters of C")]
pub extern "C" fn clLinkProgram(
    context: *mut c_void,
    count: cl_uint,
    list: *const *mut c_void,
    flags: *const c_char,
    input_count: cl_uint,
    inputs: *const *mut c_void,
    notify: Notify,
    data: *mut c_void,
    status: *mut c_int,
) -> *mut c_void {
    let mut code = 0;
    let made = crate::exported::object("clLinkProgram", &raw mut code, || {
        let mut state = lock();
        let inputs = (input_count, inputs);
        let (made, outcome) = link(&mut state, context as usize, (count, list), flags, inputs)?;
        tell(&mut state, notify, made, data);
        Ok(if outcome.is_ok() { made } else { made | 1 })
    });
    // The lowest bit marks a failure, as handles are even.
    let has_failed = made as usize & 1 != 0;
    parameters::write(status, if has_failed { CL_LINK_PROGRAM_FAILURE } else { code });
    (made as usize & !1) as *mut c_void
}

/// Links compiled programs: the new one, and whether the link succeeded.
fn link(
    state: &mut State,
    context: usize,
    list: (cl_uint, *const *mut c_void),
    flags: *const c_char,
    inputs: (cl_uint, *const *mut c_void),
) -> Result<(usize, Result<(), c_int>), c_int> {
    let all = state.context(context)?.devices.clone();
    let devices = Some(parameters::handles(list.1, list.0)?).filter(|list| !list.is_empty()).unwrap_or(all);
    for device in &devices {
        state.device_of(context, *device)?;
    }
    let inputs = parameters::handles(inputs.1, inputs.0)?;
    if inputs.is_empty() {
        return Err(CL_INVALID_VALUE);
    }
    let options = options(flags, CL_INVALID_LINKER_OPTIONS)?;
    let mut texts = Vec::new();
    for input in &inputs {
        let program = state.program(*input)?;
        let linkable = [CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, CL_PROGRAM_BINARY_TYPE_LIBRARY];
        let is_linkable =
            |device| program.builds.get(device).is_some_and(|build| linkable.contains(&build.binary_type));
        if !devices.iter().all(is_linkable) {
            return Err(CL_INVALID_OPERATION);
        }
        texts.push(&program.text);
    }
    let text = ProgramText::linked(&texts);
    let is_library = options.contains("-create-library");
    let kind = if is_library { CL_PROGRAM_BINARY_TYPE_LIBRARY } else { CL_PROGRAM_BINARY_TYPE_EXECUTABLE };
    let build = build_of(&text, options, kind);
    let made = add(state, context, devices.clone(), Source::Linked, text);
    let outcome = set_builds(state, made, &devices, &build, CL_LINK_PROGRAM_FAILURE);
    Ok((made, outcome))
}

created! {
    fn clCreateProgramWithSource(
        context: *mut c_void,
        count: cl_uint,
        strings: *mut *const c_char,
        lengths: *const usize,
    ) {
        let _ = (count, strings, lengths);
        lock().context(context as usize)?;
        Err(CL_COMPILER_NOT_AVAILABLE)
    }
}
