//! Speed of generated code on one thread, against plain C loops; and the time
//! that generating it takes. Times are of this thread's processor time, so that
//! other programs disturb them little. `cargo bench -p tandem-codegen-cpu`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::process::Command;
use std::time::{Duration, Instant};

use support::{Arg, Launch, Program, Range, memory, parse, value};
use tandem_codegen::compile::compile_module;
use tandem_codegen_cpu::Options;
use tandem_llvm_version::LLVM;

type Reference<'a> = Box<dyn Fn() + 'a>;

fn main() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let source = |name: &str| format!("{}/benches/{name}", env!("CARGO_MANIFEST_DIR"));
    let library = dir.path().join("reference.so");
    run(Command::new(LLVM.program("clang"))
        .args(["-O3", "-march=native", "-fno-math-errno", "-shared", "-fPIC"])
        .arg(source("reference.c"))
        .arg("-o")
        .arg(&library)
        .arg("-lm"));
    let text = support::device_ir("benches/kernels.cl");
    compile_times(&text);
    // SAFETY: plain C functions without initializers.
    let reference = unsafe { libloading::Library::new(&library) }.expect("just linked");
    kernels(&support::load(&text), &reference);
}

fn run(command: &mut Command) {
    assert!(command.status().expect("clang 19 runs").success(), "{command:?}");
}

/// Prints how long one kernel and all of them take, the first time and later.
fn compile_times(text: &str) {
    const TINY: &str = "declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
        define spir_kernel void @tiny(ptr addrspace(1) %a) {
          %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
          %p = getelementptr float, ptr addrspace(1) %a, i64 %i
          store float 1.0, ptr addrspace(1) %p
          ret void
        }";
    let compile = |text: &str| {
        let start = processor_time();
        compile_module(parse(text), &Options::from_env()).expect("compiles");
        processor_time() - start
    };
    let report = |name: &str, time| println!("compile {name:12} {:8.2} ms", ms(time));
    report("tiny, first", compile(TINY));
    for (name, text) in [("tiny", TINY), ("all kernels", text)] {
        report(name, (0..10).map(|_| compile(text)).min().expect("ten times"));
    }
}

/// Processor time of this thread.
fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes to the given struct.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The best of some runs, in milliseconds.
fn best(f: impl Fn()) -> f64 {
    f();
    let mut best = Duration::MAX;
    let begin = Instant::now();
    for _ in 0..15 {
        let start = processor_time();
        f();
        best = best.min(processor_time() - start);
        if begin.elapsed() > Duration::from_secs(2) {
            break;
        }
    }
    ms(best)
}

fn compare(program: &Program, name: &str, args: &mut [Arg<'_>], range: Range, reference: Reference<'_>) {
    let launch = Launch::new(program, name, args, range);
    let (ours, theirs) = (best(|| launch.run()), best(reference));
    println!("{name:12} {ours:9.3} ms   C {theirs:9.3} ms   C / kernel {:5.2}", theirs / ours);
}

fn kernels(program: &Program, library: &libloading::Library) {
    const N: usize = 1 << 20;
    const BODIES: usize = 2048;
    const GEMM: usize = 512;
    const WIDTH: usize = 1024;
    type F1 = unsafe extern "C" fn(*mut f32, *const f32, *const f32, f32, i32);
    type F2 = unsafe extern "C" fn(*mut f32, *const f32, i32);
    type F3 = unsafe extern "C" fn(*const f32, *mut f32, i32);
    type F4 = unsafe extern "C" fn(*const f32, *const f32, *mut f32, i32);
    type F5 = unsafe extern "C" fn(*mut i32, i32, i32, i32);
    let numbers = |n: usize| -> Vec<f32> { (0..n).map(|i| (i * 7919 % 1013) as f32 / 1013.0).collect() };
    let (mut a, mut b, mut c) = (numbers(N), numbers(N), numbers(N));
    let (mut out, mut image) = (vec![0.0_f32; N], vec![0_i32; WIDTH * WIDTH]);
    let (pa, pb, pc) = (a.as_ptr(), b.as_ptr(), c.as_ptr());
    let (po, pi) = (out.as_mut_ptr(), image.as_mut_ptr());
    let square = |n: usize| Range { global: [n as u64, n as u64, 1], local: [16, 16, 1], offset: [0; 3] };
    let linear = |n: usize| Range::linear(n as u64, 256);
    // SAFETY: the functions have these types in reference.c and stay within the buffers.
    unsafe {
        let triad = *library.get::<F1>(b"ref_triad").expect("defined");
        let exponential = *library.get::<F2>(b"ref_exponential").expect("defined");
        let nbody = *library.get::<F3>(b"ref_nbody").expect("defined");
        let gemm = *library.get::<F4>(b"ref_gemm").expect("defined");
        let reduce = *library.get::<F3>(b"ref_reduce").expect("defined");
        let stencil = *library.get::<F3>(b"ref_stencil").expect("defined");
        let transpose = *library.get::<F3>(b"ref_transpose").expect("defined");
        let mandel = *library.get::<F5>(b"ref_mandel").expect("defined");
        for name in ["triad", "triad_int"] {
            let mut args = [memory(&mut out), memory(&mut a), memory(&mut b), value(3.0_f32)];
            compare(program, name, &mut args, linear(N), Box::new(|| triad(po, pa, pb, 3.0, N as i32)));
        }
        let mut args = [memory(&mut out), memory(&mut a)];
        compare(program, "exponential", &mut args, linear(N), Box::new(|| exponential(po, pa, N as i32)));
        let mut args = [memory(&mut a), memory(&mut out), value(BODIES as i32)];
        compare(program, "nbody", &mut args, linear(BODIES), Box::new(|| nbody(pa, po, BODIES as i32)));
        for name in ["gemm_tiled", "gemm_naive"] {
            let mut args = [memory(&mut a), memory(&mut b), memory(&mut c), value(GEMM as i32)];
            compare(program, name, &mut args, square(GEMM), Box::new(|| gemm(pa, pb, pc.cast_mut(), GEMM as i32)));
        }
        let mut args = [memory(&mut a), memory(&mut out)];
        compare(program, "reduce", &mut args, linear(N), Box::new(|| reduce(pa, po, N as i32)));
        let mut args = [memory(&mut a), memory(&mut out), value(WIDTH as i32)];
        compare(program, "stencil", &mut args, square(WIDTH - 16), Box::new(|| stencil(pa, po, WIDTH as i32)));
        compare(program, "transpose", &mut args, square(WIDTH), Box::new(|| transpose(pa, po, WIDTH as i32)));
        let mut args = [memory(&mut image), value(WIDTH as i32), value(WIDTH as i32), value(100_i32)];
        compare(program, "mandel", &mut args, square(WIDTH), Box::new(|| mandel(pi, WIDTH as i32, WIDTH as i32, 100)));
    }
}
