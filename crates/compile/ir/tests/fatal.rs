//! Errors that end processes become errors of the work that met them.

use tandem_ir::{Builder, Context, Error, Module, Optimize, TargetMachine, catch_fatal};

fn object(cpu: &str) -> Result<Vec<u8>, Error> {
    let mut module = Module::new(&Context::new(), "built");
    let edited = module.edit();
    let int = edited.int(32);
    let f = edited.add_function("f", int.function(&[], false));
    Builder::at_end(edited, f.append_block(edited, "entry")).ret(int.int(42, false));
    let machine = TargetMachine::x86_64(cpu, "", Optimize::Default)?;
    machine.prepare(edited);
    machine.emit_object(&mut module)
}

#[test]
fn llvm_gives_up_and_the_process_goes_on() {
    for _ in 0..3 {
        // LLVM has no 64-bit code for this one, which it finds out late.
        let Err(Error::Fatal { what, message }) = catch_fatal("a kernel", || object("i386")) else {
            panic!("i386 has no 64-bit mode")
        };
        assert_eq!(what, "a kernel");
        assert!(message.contains("64-bit"), "{message}");
        let compiled = catch_fatal("a kernel", || object("x86-64")).expect("not fatal").expect("compiles");
        assert_eq!(&compiled[..4], b"\x7fELF");
    }
}

#[test]
fn panics_reach_the_caller() {
    let panic = std::panic::catch_unwind(|| catch_fatal("a kernel", || panic!("on purpose")));
    assert!(panic.is_err());
}
