//! The object loader: kinds of relocations, code models, and damaged input.

mod support;

use support::{address, args, compile, devices, kernel, launch, load, queue};
use tandem_device::{CodeFormat, CompileRequest, DeviceCode, Error, NdRange, SpecConstant};
use tandem_device_ir::ParameterKind;

/// Uses constants, tables, writable data, calls of the host, function pointers
/// and common symbols.
const SOURCE: &str = "
float sinf(float); double pow(double, double); void *memcpy(void *, const void *, u64);
static const float table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
u64 counter = 40;
u64 zeroed[1000];
static __attribute__((noinline)) u64 twice(u64 x) { counter += x; return 2 * x; }
u64 thrice(u64 x) { zeroed[x] = x; return 3 * x + zeroed[x]; }
u64 (*const functions[2])(u64) = {twice, thrice};
u64 (*volatile pointer)(u64) = thrice;
KERNEL(mixed) {
  u64 *out = ARG(u64 *, 0); u64 n = ARG(u64, 8);
  out[0] = (u64)(1000 * sinf(table[n % 8]));
  out[1] = (u64)pow(2.0, (double)n);
  out[2] = functions[n % 2](n);
  out[3] = pointer(n);
  out[4] = ++counter;
  memcpy(&out[5], &table[n % 8], 8);
}";

fn info() -> tandem_native_cpu::NativeKernel {
    kernel("mixed", &[ParameterKind::Global, ParameterKind::Value])
}

#[test]
fn all_code_models() {
    let models: &[&[&str]] = &[
        &["-fPIC"],
        &["-fPIE"],
        &["-fno-pic"],
        &["-fPIC", "-mcmodel=medium"],
        &["-fPIC", "-mcmodel=large"],
        &["-fno-pic", "-mcmodel=large"],
        &["-fPIC", "-g", "-fno-plt"],
        &["-fPIC", "-fcommon", "-ffunction-sections", "-fdata-sections"],
        &["-fPIC", "-O0", "-g3"],
    ];
    let device = devices().remove(0);
    let queue = queue(&*device);
    for flags in models {
        let object = compile(SOURCE, flags, &[info()]);
        let program = load(&*device, &object).unwrap_or_else(|error| panic!("{flags:?}: {error}"));
        let kernel = program.kernel("mixed").unwrap();
        let mut out = [0u64; 6];
        let arguments = args(&*kernel, &[address(&mut out), 5]);
        launch(&*queue, &kernel, NdRange::linear(1), arguments).wait().unwrap();
        // sin 6, 2⁵, 3·5+5 (functions[1] and pointer), the counter.
        let sine = (1000.0 * 6f32.sin()) as i64 as u64;
        assert_eq!(out[1..5], [32, 20, 20, 41], "{flags:?}");
        assert_eq!(out[0], sine, "{flags:?}");
        assert_eq!(out[5], (u64::from(7f32.to_bits()) << 32) | u64::from(6f32.to_bits()));
        assert_eq!(program.binary().unwrap(), object);
        assert!(program.symbol("counter").is_some());
    }
}

#[test]
fn every_undefined_symbol_is_listed() {
    let source = "
void nowhere(void); void neither(void); __attribute__((weak)) void maybe(void);
KERNEL(mixed) { nowhere(); neither(); if (maybe) maybe(); }";
    let device = devices().remove(0);
    let object = compile(source, &["-fPIC"], &[info()]);
    let Err(Error::Build { log: message }) = load(&*device, &object) else { panic!() };
    assert!(message.contains("nowhere") && message.contains("neither"), "{message}");
    assert!(!message.contains("maybe"), "{message}");
}

#[test]
fn metadata_that_does_not_fit_is_an_error() {
    let device = devices().remove(0);
    let other = tandem_native_cpu::NativeKernel { symbol: "other".into(), ..info() };
    let data = tandem_native_cpu::NativeKernel { symbol: "counter".into(), ..info() };
    for wrong in [other, data] {
        let object = compile(SOURCE, &["-fPIC"], &[wrong]);
        let Err(Error::UnsupportedImage(message)) = load(&*device, &object) else { panic!() };
        assert!(message.contains("has no function"), "{message}");
    }
}

#[test]
fn what_the_loader_cannot_do_is_an_error() {
    let device = devices().remove(0);
    let thread_local = "__thread u64 t; KERNEL(mixed) { t++; }";
    let object = compile(thread_local, &["-fPIC"], &[info()]);
    let Err(Error::UnsupportedImage(message)) = load(&*device, &object) else { panic!() };
    assert!(message.contains("thread-local"), "{message}");
    for bytes in [&b""[..], b"\x7fELF", b"not an object", &std::fs::read("/bin/true").unwrap()] {
        assert!(matches!(load(&*device, bytes), Err(Error::UnsupportedImage(_))));
    }
}

#[test]
fn an_object_cut_anywhere_is_an_error() {
    let device = devices().remove(0);
    let object = compile(SOURCE, &["-fPIC"], &[info()]);
    for len in 0..object.len() {
        assert!(load(&*device, &object[..len]).is_err(), "{len} of {} bytes", object.len());
    }
}

/// Flips bits everywhere: an error or a program, but never a crash of the loader.
#[test]
fn a_damaged_object_never_crashes_the_loader() {
    let device = devices().remove(0);
    let object = compile(SOURCE, &["-fPIC"], &[info()]);
    for byte in 0..object.len() {
        for bit in [0, 3, 7] {
            let mut damaged = object.clone();
            damaged[byte] ^= 1 << bit;
            let _ = load(&*device, &damaged);
        }
    }
}

#[test]
fn the_image_formats_that_the_device_takes() {
    let device = devices().remove(0);
    let score = |format, target, bytes| device.accepts(&DeviceCode { format, target, bytes });
    let spirv: &[u8] = &[0x03, 0x02, 0x23, 0x07];
    let object = compile(SOURCE, &["-fPIC"], &[info()]);
    let portable = score(CodeFormat::SpirV, "spir64", spirv).unwrap();
    for target in ["native_cpu", "spir64_x86_64"] {
        assert!(score(CodeFormat::Native, target, &object).unwrap() > portable, "{target}");
    }
    assert!(score(CodeFormat::Native, "spir64_gen", &object).is_err());
    assert!(score(CodeFormat::Native, "native_cpu", b"\x7fELF").is_err());
    assert!(score(CodeFormat::SpirV, "nvptx64", spirv).is_err());
    assert!(score(CodeFormat::SpirV, "spir64", b"????").is_err());
    assert!(score(CodeFormat::LlvmBitcode, "native_cpu", b"BC").is_err());
}

#[test]
fn objects_for_other_processors_are_refused() {
    let device = devices().remove(0);
    let object = |features: &str| {
        let note = format!(
            "{SOURCE} __asm__(\".section {}; .ascii \\\"{features}\\\"; .text\");",
            tandem_native_cpu::FEATURES_SECTION
        );
        compile(&note, &["-fPIC"], &[info()])
    };
    assert!(load(&*device, &object("sse3")).is_ok());
    let other = object("sse3 warp-drive avx1024");
    let image = DeviceCode { format: CodeFormat::Native, target: "spir64_x86_64", bytes: &other };
    for error in [load(&*device, &other).err(), device.accepts(&image).err()] {
        let message = error.expect("refused").to_string();
        assert!(message.ends_with("needs warp-drive, avx1024, which this processor does not have"), "{message}");
    }
}

/// Two objects that call each other, a function that both define (each uses its
/// own), and one that is missing.
#[test]
fn objects_are_linked_with_each_other() {
    let symbol = |name: &str| format!("__asm__(\"tandem.function.{name}\")");
    let declare = |name: &str| format!("u64 {name}(u64) {};\n", symbol(name));
    let first = [declare("up"), declare("down"), declare("both")].concat()
        + "u64 up(u64 n) { return n > 9 ? n : down(n + 3); }
           u64 both(u64 n) { return n + 1; }
           KERNEL(one) { u64 *out = ARG(u64 *, 0); out[0] = up(0); out[1] = both(0); }";
    let second = [declare("up"), declare("down"), declare("both")].concat()
        + "u64 down(u64 n) { return up(n - 1); }
           u64 both(u64 n) { return n + 2; }
           KERNEL(two) { u64 *out = ARG(u64 *, 0); out[0] = down(1); out[1] = both(0); }";
    let compile = |source: &str, kernel_name: &str| {
        compile(source, &["-fPIC", "-fsemantic-interposition"], &[kernel(kernel_name, &[ParameterKind::Global])])
    };
    let (first, second) = (compile(&first, "one"), compile(&second, "two"));
    for device in devices() {
        let image = |bytes| DeviceCode { format: CodeFormat::Native, target: "spir64_x86_64", bytes };
        let request = |bytes| CompileRequest { image: image(bytes), options: "", spec_constants: &[] };
        let program = support::link(&*device, &[request(&first), request(&second)]).unwrap();
        let queue = queue(&*device);
        for (name, expected) in [("one", [10, 1]), ("two", [10, 2])] {
            let kernel = program.kernel(name).unwrap();
            let mut out = [0u64; 2];
            let arguments = args(&*kernel, &[address(&mut out)]);
            launch(&*queue, &kernel, NdRange::linear(1), arguments).wait().unwrap();
            assert_eq!(out, expected, "{name}");
        }
        assert!(program.symbol("both").is_some());
        let Err(Error::Build { log }) = load(&*device, &second) else { panic!() };
        assert_eq!(log, "undefined symbols: up");
    }
}

#[test]
fn specialization_constants_are_set_before_the_code_runs() {
    let device = devices().remove(0);
    let source = "u32 seven __asm__(\"tandem.spec.7\") = 70; KERNEL(read) { *ARG(u64 *, 0) = seven; }";
    let object = compile(source, &["-fPIC"], &[kernel("read", &[ParameterKind::Global])]);
    let image = DeviceCode { format: CodeFormat::Native, target: "spir64_x86_64", bytes: &object };
    let value = 71u32.to_le_bytes();
    let constant = |id, bytes| SpecConstant { id, bytes };
    let cases: [(&[SpecConstant<'_>], u64); 3] =
        [(&[], 70), (&[constant(7, &value)], 71), (&[constant(8, &value)], 70)];
    for (spec_constants, expected) in cases {
        let program = device.build(&CompileRequest { image, options: "", spec_constants }).unwrap();
        let kernel = program.kernel("read").unwrap();
        let mut out = [0u64];
        let arguments = args(&*kernel, &[address(&mut out)]);
        launch(&*queue(&*device), &kernel, NdRange::linear(1), arguments).wait().unwrap();
        assert_eq!(out, [expected]);
    }
    let long = vec![0; 1 << 20];
    let request = CompileRequest { image, options: "", spec_constants: &[constant(7, &long)] };
    assert!(matches!(device.build(&request), Err(Error::UnsupportedImage(_))));
}
