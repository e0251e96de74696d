//! The memory of erased instructions, in a separate process, so that other tests' memory does not count.

use tandem_ir::{Builder, Context, Module};

const ADD: &str = "define i32 @add(i32 %a, i32 %b) { %x = mul i32 %a, 3 %sum = add nsw i32 %x, %b ret i32 %sum }";

#[test]
fn erased_instructions_do_not_keep_memory_beyond_their_context() {
    fn resident_kilobytes() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").expect("readable");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
        line.split_whitespace().nth(1).and_then(|size| size.parse().ok()).expect("a number")
    }
    fn erase_many() {
        let ctx = Context::new();
        for _ in 0..100 {
            let mut module = Module::parse(&ctx, ADD.as_bytes(), "test").expect("valid IR");
            let module = module.edit();
            let insts = module.function("add").expect("defined").insts();
            for inst in insts.into_iter().filter(|inst| !inst.is_terminator()) {
                (0..100).for_each(|_| {
                    let copy = inst.duplicate();
                    Builder::before(module, inst).insert(copy);
                    copy.erase(module);
                });
                inst.erase(module);
            }
        }
    }
    erase_many();
    let before = resident_kilobytes();
    (0..10).for_each(|_| erase_many());
    let grown = resident_kilobytes().saturating_sub(before);
    assert!(grown < 4096, "{grown} KB more after 100,000 instructions");
}
