//! A fault in a kernel names the kernel.

mod support;

use std::os::unix::process::ExitStatusExt;
use std::process::Command as Process;

use support::{args, devices, kernel, launch, load_kernel, queue};
use tandem_device::{ArgKind, NdRange};

const CHILD: &str = "FAULTS_TEST_CHILD";

/// Runs this test again in a process of its own, where it runs a kernel that
/// writes through a bad pointer.
#[test]
fn the_report_names_kernel_and_address() {
    if std::env::var_os(CHILD).is_some() {
        let device = devices().remove(0);
        let source = "KERNEL(writes_badly) { *ARG(volatile u64 *, 0) = 1; }";
        let kernel = load_kernel(&*device, source, kernel("writes_badly", &[ArgKind::Global]));
        let _ = launch(&*queue(&*device), &kernel, NdRange::linear(1), args(&*kernel, &[0x40])).wait();
        return;
    }
    for (enabled, expected) in [("1", true), ("0", false)] {
        let mut child = Process::new(std::env::current_exe().unwrap());
        child.args(["--exact", "the_report_names_kernel_and_address", "--nocapture"]);
        let output = child.env(CHILD, "1").env("TANDEM_CPU_FAULTS", enabled).output().unwrap();
        assert_eq!(output.status.signal(), Some(11), "it still dies of the signal");
        let text = String::from_utf8_lossy(&output.stderr);
        let report = text.lines().find(|line| line.contains("in kernel `writes_badly` at offset"));
        assert_eq!(report.is_some(), expected, "{text}");
        assert!(report.is_none_or(|line| line.ends_with("accessing 0x40")), "{text}");
    }
}
