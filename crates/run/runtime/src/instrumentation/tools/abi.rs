//! The structs of `include/tandem/tools.h`, whose comments explain the fields. A test compares the layouts.

use std::ffi::{c_char, c_int, c_void};

/// The version of the interface.
pub(super) const MAJOR: u32 = 1;
pub(super) const MINOR: u32 = 0;

/// Defines structs of the interface, and for tests the place of each field.
macro_rules! structs {
    ($($rust:ident = $name:literal { $($field:ident: $type:ty,)* })*) => {
        $(
            #[derive(Clone, Copy, Debug)]
            #[repr(C)]
            pub(super) struct $rust { $(pub(super) $field: $type,)* }
        )*

        /// Each struct: its name in the header, its size, and its fields with their places.
        #[cfg(test)]
        pub(super) const LAYOUTS: &[(&str, usize, &[(&str, usize)])] = &[
            $(($name, size_of::<$rust>(), &[$((stringify!($field), std::mem::offset_of!($rust, $field)),)*]),)*
        ];
    };
}

/// A function of a tool that receives a `T`.
pub(super) type Callback<T> = Option<unsafe extern "C" fn(*mut c_void, *const T)>;

structs! {
    ToolCommand = "tandem_tool_command" {
        size: u32,
        kind: u32,
        number: u64,
        queue: u64,
        thread: u64,
        submit_begin: u64,
        submit_end: u64,
        name: *const c_char,
        device: *const c_char,
        waits: *const u64,
        wait_count: u64,
    }
    ToolCommandEnd = "tandem_tool_command_end" {
        size: u32,
        failed: u32,
        command: *const ToolCommand,
        begin: u64,
        end: u64,
    }
    ToolHostSpan = "tandem_tool_host_span" {
        size: u32,
        reserved: u32,
        thread: u64,
        begin: u64,
        end: u64,
        name: *const c_char,
    }
    ToolBuild = "tandem_tool_build" {
        size: u32,
        step: u32,
        thread: u64,
        begin: u64,
        end: u64,
        kernel: *const c_char,
        device: *const c_char,
        failed: u32,
        reserved: u32,
    }
    ToolCacheHit = "tandem_tool_cache_hit" {
        size: u32,
        reserved: u32,
        thread: u64,
        time: u64,
        kernel: *const c_char,
        device: *const c_char,
    }
    ToolMemory = "tandem_tool_memory" {
        size: u32,
        kind: u32,
        thread: u64,
        time: u64,
        address: u64,
        bytes: u64,
        device: *const c_char,
    }
    ToolPlugin = "tandem_tool_plugin" {
        size: u32,
        reserved: u32,
        time: u64,
        path: *const c_char,
        backend: *const c_char,
    }
    ToolCallbacks = "tandem_tool_callbacks" {
        size: u32,
        reserved: u32,
        user: *mut c_void,
        command_submitted: Callback<ToolCommand>,
        command_ended: Callback<ToolCommandEnd>,
        host_span: Callback<ToolHostSpan>,
        program_built: Callback<ToolBuild>,
        program_found: Callback<ToolCacheHit>,
        memory_allocated: Callback<ToolMemory>,
        memory_freed: Callback<ToolMemory>,
        plugin_loaded: Callback<ToolPlugin>,
        plugin_unloaded: Callback<ToolPlugin>,
        finished: Option<unsafe extern "C" fn(*mut c_void)>,
    }
    ToolHost = "tandem_tool_host" {
        size: u32,
        major: u32,
        minor: u32,
        reserved: u32,
        subscribe: unsafe extern "C" fn(*const ToolCallbacks) -> c_int,
    }
}

/// The size of a struct, from its first field.
pub(super) const fn size<T>() -> u32 {
    size_of::<T>() as u32
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::path::Path;
    use std::process::Command;

    use super::*;

    /// Compiles assertions about the header: it must also be C11 that needs nothing else.
    #[test]
    fn layouts_are_those_of_the_header() {
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../include");
        let mut source = String::from("#include <tandem/tools.h>\n");
        let mut assert = |what: String| writeln!(source, "_Static_assert({what}, \"\");").expect("a string");
        assert(format!("TANDEM_TOOLS_MAJOR == {MAJOR} && TANDEM_TOOLS_MINOR == {MINOR}"));
        for (name, size, fields) in LAYOUTS {
            assert(format!("sizeof({name}) == {size}"));
            for (field, place) in *fields {
                assert(format!("offsetof({name}, {field}) == {place}"));
            }
        }
        let path = std::env::temp_dir().join(format!("tandem-tools-{}.c", std::process::id()));
        std::fs::write(&path, source).expect("a file");
        let mut compile = Command::new("cc");
        compile.args(["-std=c11", "-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"]);
        let output = compile.arg(include).arg(&path).output().expect("a C compiler");
        std::fs::remove_file(&path).expect("the file was there");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    #[test]
    fn numbers_are_those_of_the_header() {
        use crate::instrumentation::event::{BuildStep, CommandKind, MemoryKind};
        let header = include_str!("../../../../../../include/tandem/tools.h");
        let known = [
            ("COMMAND_KERNEL", CommandKind::Kernel as u32),
            ("COMMAND_MEMORY", CommandKind::Memory as u32),
            ("COMMAND_FENCE", CommandKind::Fence as u32),
            ("COMMAND_GRAPH", CommandKind::Graph as u32),
            ("BUILD", BuildStep::Build as u32),
            ("COMPILE", BuildStep::Compile as u32),
            ("LINK", BuildStep::Link as u32),
            ("USM_HOST", MemoryKind::UsmHost as u32),
            ("USM_DEVICE", MemoryKind::UsmDevice as u32),
            ("USM_SHARED", MemoryKind::UsmShared as u32),
            ("BUFFER", MemoryKind::Buffer as u32),
            ("IMAGE", MemoryKind::Image as u32),
        ];
        for (name, number) in known {
            let line = format!("  TANDEM_TOOL_{name} = {number}");
            assert!(header.lines().any(|known| known.trim_end_matches(',') == line), "{line}");
        }
        assert_eq!(header.matches("  TANDEM_TOOL_").count(), known.len());
    }
}
