//! The header and `abi.rs` describe the same thing: struct layouts and enum
//! values as clang sees them, and a definition for each declared function.

use std::collections::BTreeSet;
use std::mem::{offset_of, size_of};
use std::path::Path;
use std::process::Command;

use tandem_llvm_version::LLVM;
use tandem_rt::abi::*;
use tandem_runtime::Errc;

const HEADER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../include/tandem/abi.h");

/// Each C expression and the value that Rust has for it.
fn expectations() -> Vec<(String, usize)> {
    let mut all = Vec::new();
    macro_rules! layout {
        ($c:literal = $rust:ty { $($field:ident),* $(,)? }) => {
            all.push((concat!("sizeof(struct ", $c, ")").to_owned(), size_of::<$rust>()));
            $(all.push((
                concat!("offsetof(struct ", $c, ", ", stringify!($field), ")").to_owned(),
                offset_of!($rust, $field),
            ));)*
        };
    }
    layout!("tandem_kernel_slot" = TandemKernelSlot { size, reserved, cache, name, unit, closure_size });
    layout!("tandem_access" = TandemAccess { size, mode, buffer, offset, bytes });
    layout!("tandem_allocator" = TandemAllocator { size, reserved, allocate, deallocate, release, data });
    layout!("tandem_mutex" = TandemMutex { size, reserved, lock, try_lock, unlock, mutex });
    layout!("tandem_image" = TandemImage { size, format, pixels, extent, pitch });
    layout!("tandem_sampler" = TandemSampler { size, addressing, linear, normalized });
    layout!(
        "tandem_rect" = TandemRect { size, reserved, range, src_origin, src_pitch, dst_origin, dst_pitch, dst_range }
    );
    layout!(
        "tandem_device_global" = TandemDeviceGlobal { size, alignment, object, object_size, image_scope, reserved }
    );
    layout!("tandem_kernel_arg" = TandemKernelArg { size, kind, value, bytes });
    layout!("tandem_kernel_call" = TandemKernelCall { size, reserved, kernel, args, num_args, arg_stride });
    layout!("tandem_spec_value" = TandemSpecValue { size, reserved, name, unit, value, value_size });
    layout!("tandem_reduction_plan" = TandemReductionPlan { size, reserved, groups, group_size, run });
    layout!(
        "tandem_submission" = TandemSubmission {
            size,
            command,
            slot,
            closure,
            closure_size,
            dims,
            flags,
            global,
            local,
            offset,
            accesses,
            num_accesses,
            access_stride,
            deps,
            num_deps,
            dst,
            src,
            bytes,
            rect,
            host_task,
            host_task_delete,
            host_task_data,
            spec_values,
            num_spec_values,
            spec_value_stride,
            bundle,
            file,
            line,
            reserved,
            scratch_bytes,
            graph,
            call,
        }
    );
    layout!(
        "tandem_bundle_request" = TandemBundleRequest {
            size,
            state,
            context,
            devices,
            num_devices,
            kernels,
            num_kernels,
            some_kernels,
            reserved,
            accept,
            accept_data,
        }
    );
    let mut value = |name: &str, value: usize| all.push((name.to_owned(), value));
    for (name, errc) in [
        ("RUNTIME", Errc::Runtime),
        ("KERNEL", Errc::Kernel),
        ("ACCESSOR", Errc::Accessor),
        ("ND_RANGE", Errc::NdRange),
        ("EVENT", Errc::Event),
        ("KERNEL_ARGUMENT", Errc::KernelArgument),
        ("BUILD", Errc::Build),
        ("INVALID", Errc::Invalid),
        ("MEMORY_ALLOCATION", Errc::MemoryAllocation),
        ("PLATFORM", Errc::Platform),
        ("PROFILING", Errc::Profiling),
        ("FEATURE_NOT_SUPPORTED", Errc::FeatureNotSupported),
        ("KERNEL_NOT_SUPPORTED", Errc::KernelNotSupported),
        ("BACKEND_MISMATCH", Errc::BackendMismatch),
    ] {
        value(&format!("TANDEM_ERROR_{name}"), errc as usize);
    }
    let commands = [
        "EMPTY",
        "SINGLE_TASK",
        "RANGE",
        "ND_RANGE",
        "HOST_TASK",
        "MEMCPY",
        "FILL",
        "PREFETCH",
        "ADVISE",
        "COPY",
        "BUFFER_FILL",
        "UPDATE_HOST",
        "BARRIER",
        "MEMCPY_2D",
        "DEVICE_GLOBAL_WRITE",
        "DEVICE_GLOBAL_READ",
        "GRAPH",
        "WORK_GROUPS",
    ];
    for (number, name) in commands.into_iter().enumerate() {
        assert_eq!(TandemCommand::from_number(number as u32).map(|command| command as usize), Some(number));
        value(&format!("TANDEM_CMD_{name}"), number);
    }
    assert_eq!(TandemCommand::from_number(commands.len() as u32), None);
    value("TANDEM_ABI_MAJOR", ABI_MAJOR as usize);
    value("TANDEM_ABI_MINOR", ABI_MINOR as usize);
    value("TANDEM_QUEUE_IN_ORDER", TANDEM_QUEUE_IN_ORDER as usize);
    value("TANDEM_QUEUE_PROFILING", TANDEM_QUEUE_PROFILING as usize);
    value("TANDEM_KERNEL_COOPERATIVE", TANDEM_KERNEL_COOPERATIVE as usize);
    value("TANDEM_FILL_BYTES", TANDEM_FILL_BYTES as usize);
    value("TANDEM_GRAPH_NO_CYCLE_CHECK", TANDEM_GRAPH_NO_CYCLE_CHECK as usize);
    value("TANDEM_GRAPH_BUFFERS_OUTLIVE", TANDEM_GRAPH_BUFFERS_OUTLIVE as usize);
    value("TANDEM_GRAPH_UPDATABLE", TANDEM_GRAPH_UPDATABLE as usize);
    value("TANDEM_BUFFER_USE_HOST_PTR", TANDEM_BUFFER_USE_HOST_PTR as usize);
    value("TANDEM_BUFFER_READ_ONLY_HOST", TANDEM_BUFFER_READ_ONLY_HOST as usize);
    all
}

#[test]
fn layouts_and_values_are_those_of_the_header() {
    let dir = tempfile::tempdir().unwrap();
    let (source, program) = (dir.path().join("layout.c"), dir.path().join("layout"));
    let expected = expectations();
    let prints: String =
        expected.iter().map(|(expression, _)| format!("  printf(\"%zu\\n\", (size_t)({expression}));\n")).collect();
    let text = format!("#include \"{HEADER}\"\n#include <stdio.h>\nint main(void) {{\n{prints}  return 0;\n}}\n");
    std::fs::write(&source, text).unwrap();
    let status =
        Command::new(LLVM.program("clang")).args(["-Wall", "-Werror", "-o"]).arg(&program).arg(&source).status();
    assert!(status.unwrap().success(), "the header is C");
    let output = Command::new(&program).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let values: Vec<usize> = printed.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(values.len(), expected.len());
    for ((expression, rust), c) in expected.into_iter().zip(values) {
        assert_eq!(rust, c, "{expression}");
    }
}

/// Names of functions in a text, by what comes before and after them.
fn functions(text: &str, is_function: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = code.filter(|line| is_function(line)).filter_map(|line| {
        let (before, _) = line.split_once('(')?;
        let name = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        name.starts_with("tandem_").then(|| name.to_owned())
    });
    names.collect()
}

#[test]
fn every_declared_function_is_defined_and_no_other() {
    let header = std::fs::read_to_string(HEADER).unwrap();
    let starts = ["int ", "void ", "void *", "const char *", "size_t "];
    let declared = functions(&header, |line| starts.iter().any(|start| line.starts_with(start)));
    let mut defined = BTreeSet::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in std::fs::read_dir(sources).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        defined.extend(functions(&text, |line| line.contains("extern \"C\" fn") && line.starts_with("pub")));
    }
    assert!(declared.len() > 40, "{declared:?}");
    assert_eq!(declared, defined);
}
