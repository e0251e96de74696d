//! Device libraries on a real device: a kernel finds a function of another file as long as that is open.

use std::path::PathBuf;
use std::process::Command;

use tandem::{DeviceLibrary, Errc, Kernel, Out, Queue, Result};

/// Assembles `library/NAME.spvasm`.
fn assemble(name: &str) -> PathBuf {
    let source = format!("{}/tests/library/{name}.spvasm", env!("CARGO_MANIFEST_DIR"));
    let module = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.spv"));
    let status = Command::new("spirv-as").args(["--target-env", "spv1.0", &source, "-o"]).arg(&module).status();
    assert!(status.unwrap().success());
    module
}

fn call(queue: &Queue, value: u32) -> Result<u32> {
    // SAFETY: these are its parameters, and it writes one number.
    let kernel: Kernel<(Out<u32>, u32)> = unsafe { Kernel::from_image(queue, "call")? };
    let mut out = queue.shared::<u32>(1)?;
    queue.launch(&kernel, 1, (&mut out, value))?.wait()?;
    Ok(out.host()?[0])
}

#[test]
fn functions_come_and_go_with_their_file() {
    let queue = Queue::new().expect("there is a device: `cargo build --workspace` builds the plugin of the CPU");
    let program = DeviceLibrary::open(assemble("program")).unwrap();
    assert_eq!((program.kernels(), program.exports()), (&["call".to_owned()][..], &[][..]));
    let missing = call(&queue, 21).unwrap_err();
    assert_eq!(missing.errc(), Errc::Build);
    assert!(missing.to_string().contains("`twice`"), "{missing}");
    let helpers = assemble("helpers");
    for round in 0..3 {
        let helpers = DeviceLibrary::open(&helpers).unwrap();
        assert_eq!(helpers.exports(), ["twice"]);
        assert_eq!(call(&queue, 21 + round).unwrap(), 2 * (21 + round));
        drop(helpers);
        assert!(call(&queue, 21).is_err(), "round {round}");
    }
}
