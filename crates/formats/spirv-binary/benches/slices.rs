//! The cost of a module's index and of its kernels' slices, for modules with more and more kernels: the time per kernel
//! should stay the same.

use std::sync::Arc;
use std::time::Instant;

use tandem_spirv_binary::assembler::{Assembler, with_string};
use tandem_spirv_binary::grammar::{AddressingModel, ExecutionModel, MemoryModel, Op};
use tandem_spirv_binary::slice::{Index, Slice};

const SIZES: [usize; 4] = [125, 500, 2000, 8000];
/// Instructions in each kernel.
const LENGTH: usize = 200;

/// Kernels that each call the same function and have separate constants.
fn module(kernels: usize) -> Vec<u8> {
    let mut asm = Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL);
    let [void, function, int, shared] = std::array::from_fn(|_| asm.id());
    asm.globals.inst(Op::TypeVoid, &[void]);
    asm.globals.inst(Op::TypeFunction, &[function, void]);
    asm.globals.inst(Op::TypeInt, &[int, 32, 0]);
    for number in 0..=kernels {
        let (id, constant, label) =
            if number == 0 { (shared, asm.id(), asm.id()) } else { (asm.id(), asm.id(), asm.id()) };
        if number > 0 {
            let words = with_string(&[ExecutionModel::Kernel as u32, id], &name(number));
            asm.entry_points.inst(Op::EntryPoint, &words);
        }
        asm.name(id, &name(number));
        asm.globals.inst(Op::Constant, &[int, constant, number as u32]);
        asm.definitions.inst(Op::Function, &[void, id, 0, function]);
        asm.definitions.inst(Op::Label, &[label]);
        for _ in 0..LENGTH {
            let sum = asm.id();
            asm.definitions.inst(Op::IAdd, &[int, sum, constant, constant]);
        }
        if number > 0 {
            let call = asm.id();
            asm.definitions.inst(Op::FunctionCall, &[void, call, shared]);
        }
        asm.definitions.inst(Op::Return, &[]);
        asm.definitions.inst(Op::FunctionEnd, &[]);
    }
    asm.finish((1, 4)).expect("short instructions")
}

fn name(number: usize) -> String {
    format!("kernel_{number}")
}

fn main() {
    println!("kernels  module, KiB  index, µs  per kernel, µs  slice of a kernel, µs  bytes");
    for kernels in SIZES {
        let module = module(kernels);
        let start = Instant::now();
        let index = Arc::new(Index::of(&module).expect("a module"));
        let index_time = start.elapsed();
        let start = Instant::now();
        let mut bytes = 0;
        for number in 1..=kernels {
            let mut slice = Slice::new(index.clone()).expect("whole instructions");
            assert!(slice.require_kernel(&name(number)));
            bytes += slice.module().len();
        }
        let slices = start.elapsed();
        let each = |time: std::time::Duration| time.as_secs_f64() * 1e6 / kernels as f64;
        println!(
            "{kernels:>7}  {:>11}  {:>9}  {:>14.2}  {:>21.2}  {:>5}",
            module.len() / 1024,
            index_time.as_micros(),
            each(index_time),
            each(slices),
            bytes / kernels
        );
    }
}
