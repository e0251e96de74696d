//! The way from SPIR-V to a program: code generator, persistent cache, loader.
//! The code generator is a stand-in that returns a given object.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use support::{address, args, compile, devices, kernel, launch, queue};
use tandem_device::{CodeFormat, CompileRequest, DeviceCode, Error, NdRange, Program, Result, SpecConstant};
use tandem_device_ir::ParameterKind;
use tandem_llvm_version::LLVM;

/// Counts its calls in a file (`u` for a unit, `x` for an object, which takes the kernels of
/// some modules), checks the request, and fails on demand. A unit is `BC` and the options.
const STAND_IN: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { const uint8_t *bytes; size_t len; } Module;
typedef struct { uint32_t id, size; const uint8_t *bytes; } Spec;
typedef struct { size_t size, num_modules; const Module *modules; const char *options, *cpu;
                 uint32_t opt_level, num_spec; const Spec *spec; uint64_t flags; const uint8_t *left_out; } Request;
typedef struct { const uint8_t *object; size_t object_len; const uint8_t *log; size_t log_len; } Result;
static int give_log(Result *result, const char *text, int status) {
  result->log_len = strlen(text); result->log = (uint8_t *)strdup(text); return status;
}
int tandem_codegen_cpu_compile(const Request *request, Result *result) {
  FILE *calls = fopen(getenv("STAND_IN_CALLS"), "a");
  fputc(request->flags & 2 ? 'u' : 'x', calls);
  for (size_t i = 1; i < request->num_modules; ++i) fputc(request->left_out[i - 1] ? '0' : '1', calls);
  if (request->num_modules > 1) fputc(request->left_out[request->num_modules - 1] ? '0' : '1', calls);
  fclose(calls);
  if (request->size != sizeof *request || request->num_modules == 0) return give_log(result, "size", 2);
  if (memcmp(request->modules[0].bytes, "\3\2#\7", 4) && memcmp(request->modules[0].bytes, "BC", 2))
    return give_log(result, "not SPIR-V", 1);
  if (strstr(request->options, "-fail")) return give_log(result, "line 3: no such type", 1);
  if (request->num_spec && *request->spec[0].bytes != 9) return give_log(result, "spec", 1);
  if (request->flags & 2) {
    uint8_t *unit = malloc(100);
    result->object_len = snprintf((char *)unit, 100, "BC%s", request->options); result->object = unit;
    return give_log(result, request->options, 0);
  }
  FILE *object = fopen(getenv("STAND_IN_OBJECT"), "rb");
  uint8_t *bytes = malloc(1 << 20);
  result->object_len = fread(bytes, 1, 1 << 20, object); result->object = bytes; fclose(object);
  return give_log(result, "a warning", 0);
}
void tandem_codegen_cpu_free(Result *result) { free((void *)result->object); free((void *)result->log); }
"#;

fn build(options: &str, spec_constants: &[SpecConstant<'_>], bytes: &[u8]) -> Result<std::sync::Arc<dyn Program>> {
    let image = DeviceCode { format: CodeFormat::SpirV, target: "spir64", bytes };
    devices()[0].build(&CompileRequest { image, options, spec_constants })
}

fn prepare(directory: &Path) {
    let source = directory.join("stand_in.c");
    let library = directory.join("libstand_in.so");
    fs::write(&source, STAND_IN).unwrap();
    let clang =
        Process::new(LLVM.program("clang")).args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
    assert!(clang.unwrap().success());
    let object =
        compile("KERNEL(answer) { *ARG(u64 *, 0) = 42; }", &["-fPIC"], &[kernel("answer", &[ParameterKind::Global])]);
    fs::write(directory.join("object.o"), object).unwrap();
    let variables = [
        ("TANDEM_CODEGEN_CPU", library),
        ("STAND_IN_CALLS", directory.join("calls")),
        ("STAND_IN_OBJECT", directory.join("object.o")),
        ("SYCL_CACHE_DIR", directory.join("cache")),
    ];
    for (name, value) in variables {
        // SAFETY: the only test of this program has not started any other thread yet.
        unsafe { std::env::set_var(name, value) };
    }
}

/// Builds with lanes of vector code as the environment has them.
fn build_with_lanes(lanes: &str, spirv: &[u8]) {
    const VARIABLE: &str = "TANDEM_CPU_VECTOR_WIDTH";
    // SAFETY: the device's threads do not read the environment, and no kernel runs.
    unsafe { std::env::set_var(VARIABLE, lanes) };
    build("-g", &[], spirv).unwrap();
    // SAFETY: as above.
    unsafe { std::env::remove_var(VARIABLE) };
}

#[test]
fn spirv_is_compiled_once_and_then_found_in_the_cache() {
    let directory = tempfile::tempdir().unwrap();
    prepare(directory.path());
    let made = || fs::read(directory.path().join("calls")).unwrap_or_default();
    let calls = || made().len();
    let spirv: &[u8] = &[3, 2, b'#', 7, 0, 0, 0, 0];

    let first = build("-g", &[], spirv).unwrap();
    assert_eq!((calls(), first.log()), (1, "a warning"));
    let second = build("-g", &[], spirv).unwrap();
    assert_eq!(calls(), 1);

    let kernel = second.kernel("answer").unwrap();
    let mut out = [0u64];
    let device = devices().remove(0);
    let arguments = args(&*kernel, &[address(&mut out)]);
    launch(&*queue(&*device), &kernel, NdRange::linear(1), arguments).wait().unwrap();
    assert_eq!(out, [42]);

    // Every input that the code depends on is part of the cache key.
    build("-O1", &[], spirv).unwrap();
    build("-g", &[SpecConstant { id: 1, bytes: &[9, 0, 0, 0] }], spirv).unwrap();
    build("-g", &[], &[3, 2, b'#', 7, 1, 0, 0, 0]).unwrap();
    assert_eq!(calls(), 4);
    build_with_lanes("8", spirv);
    build_with_lanes("8", spirv);
    assert_eq!(calls(), 5);

    // Failures carry the log and are not cached.
    for _ in 0..2 {
        let Err(Error::Build { log }) = build("-fail", &[], spirv) else { panic!() };
        assert_eq!(log, "line 3: no such type");
    }
    assert_eq!(calls(), 7);

    // A damaged entry is compiled again.
    for entry in fs::read_dir(directory.path().join("cache/device-code/entries")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(path, bytes).unwrap();
    }
    build("-g", &[], spirv).unwrap();
    assert_eq!(calls(), 8);

    // Units that are linked with native objects are compiled once as well, separately from those linked by themselves.
    let native = compile(
        "KERNEL(other) { *ARG(u64 *, 0) = 1; }",
        &["-fPIC"],
        &[support::kernel("other", &[ParameterKind::Global])],
    );
    let request = |(format, target, bytes), options| {
        let image = DeviceCode { format, target, bytes };
        CompileRequest { image, options, spec_constants: &[] }
    };
    let native = (CodeFormat::Native, "spir64_x86_64", native.as_slice());
    let portable = |bytes| (CodeFormat::SpirV, "spir64", bytes);
    for _ in 0..2 {
        let requests = [request(native, ""), request(portable(spirv), "-g")];
        let program = support::link(&*device, &requests).unwrap();
        assert!(program.kernel("answer").is_some() && program.kernel("other").is_some());
        assert_eq!(made()[8..], *b"ux");
    }

    // Each unit is compiled with its own options and once; units that want the same code share
    // an object, which has their kernels and not those of the others.
    let other: &[u8] = &[3, 2, b'#', 7, 2, 0, 0, 0];
    let third: &[u8] = &[3, 2, b'#', 7, 3, 0, 0, 0];
    let units = [request(portable(spirv), "-O0"), request(portable(other), "-O1"), request(portable(third), "-g -O0")];
    for _ in 0..2 {
        support::link(&*device, &units).unwrap();
        assert_eq!(made()[10..], *b"uuux101x010");
    }
    let logs = units.map(|unit| device.compile(&unit).unwrap().log().to_owned());
    assert_eq!(logs, ["", "", ""], "they were in the cache");
    let unit = device.compile(&request(portable(third), "-fresh")).unwrap();
    assert_eq!(unit.log(), "-fresh");

    // A unit's binary has its options and constants.
    let binary = unit.binary().unwrap();
    let again = device.compile(&request((CodeFormat::Native, "native_cpu", &binary), "")).unwrap();
    assert_eq!(again.binary().unwrap(), binary);
    assert_eq!(made()[21..], *b"u", "it is the same entry of the cache");

    // An error in a unit is reported when it is compiled.
    let Err(Error::Build { log }) = device.compile(&request(portable(spirv), "-fail")) else { panic!() };
    assert_eq!(log, "line 3: no such type");

    // An object that is intact but does not load is a build error.
    fs::write(directory.path().join("object.o"), b"no object").unwrap();
    assert!(matches!(build("-O2", &[], spirv), Err(Error::Build { .. })));
}
