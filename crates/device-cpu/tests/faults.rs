//! A fault in a kernel names the kernel and the line.

mod support;

use std::os::unix::process::ExitStatusExt;
use std::process::Command as Process;

use support::{args, compile, devices, kernel, launch, load, queue};
use tandem_device::NdRange;
use tandem_native_cpu::ArgKind;

const CHILD: &str = "FAULTS_TEST_CHILD";

/// Runs this test again in a process of its own, where it runs a kernel that
/// writes through a bad pointer.
#[test]
fn the_report_names_kernel_line_and_address() {
    if let Ok(lines) = std::env::var(CHILD) {
        let device = devices().remove(0);
        let source = "\n#line 7 \"bad.c\"\nKERNEL(writes_badly) { *ARG(volatile u64 *, 0) = 1; }";
        let info = kernel("writes_badly", &[ArgKind::Global]);
        let object = compile(source, &["-fPIC", &lines], std::slice::from_ref(&info));
        let kernel = load(&*device, &object).unwrap().kernel(&info.name).unwrap();
        let _ = launch(&*queue(&*device), &kernel, NdRange::linear(1), args(&*kernel, &[0x40])).wait();
        return;
    }
    for (lines, variable, report) in [
        (
            "-gdwarf-4",
            None,
            "bad.c:7: SIGSEGV: access to 0x40\nbad.c:7: note: in SYCL kernel 'writes_badly' at offset 0x",
        ),
        (
            "-gdwarf-5",
            None,
            "bad.c:7: SIGSEGV: access to 0x40\nbad.c:7: note: in SYCL kernel 'writes_badly' at offset 0x",
        ),
        ("-g0", Some("1"), "\nSIGSEGV: access to 0x40\nnote: in SYCL kernel 'writes_badly' at offset 0x"),
        ("-g0", Some("0"), ""),
    ] {
        let mut child = Process::new(std::env::current_exe().unwrap());
        child.args(["--exact", "the_report_names_kernel_line_and_address", "--nocapture"]);
        child
            .env(CHILD, lines)
            .env_remove("TANDEM_CPU_FAULTS")
            .envs(variable.map(|value| ("TANDEM_CPU_FAULTS", value)));
        let output = child.output().unwrap();
        assert_eq!(output.status.signal(), Some(11), "it still dies of the signal");
        let text = format!("\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains(report), "{text}");
        assert_eq!(text.contains("SIGSEGV"), !report.is_empty(), "{text}");
    }
}
