//! A fault in a kernel names the kernel and the line.

mod support;

use std::os::unix::process::ExitStatusExt;
use std::process::Command as Process;

use support::{args, compile, devices, kernel, launch, load, queue};
use tandem_device::{Command, DevicePtr, FillPattern, Location, NdRange, Origin, Work};
use tandem_device_ir::ParameterKind;

const CHILD: &str = "FAULTS_TEST_CHILD";

/// Runs this test again in a separate process, which runs a kernel that writes through a bad pointer.
#[test]
fn the_report_names_kernel_line_and_address() {
    if let Ok(lines) = std::env::var(CHILD) {
        let device = devices().remove(0);
        let source = "\n#line 7 \"bad.c\"\nKERNEL(writes_badly) { *ARG(volatile u64 *, 0) = 1; }";
        let info = kernel("writes_badly", &[ParameterKind::Global]);
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

/// As above, for a copy and a fill, on the device with threads and on the one without.
#[test]
fn the_report_of_a_copy_names_its_memory_and_where_it_comes_from() {
    const TEST: &str = "the_report_of_a_copy_names_its_memory_and_where_it_comes_from";
    if let Ok(what) = std::env::var(CHILD) {
        let (what, number) = what.split_at(4);
        let device = devices().remove(number.parse().unwrap());
        let queue = queue(&*device);
        let bad = Location::Usm(DevicePtr(0x40));
        let mut bytes = [0_u8; 64];
        let good = Location::Usm(DevicePtr(support::address(&mut bytes)));
        let mut event = None;
        let origin = Origin { file: "app.cpp", line: 20, queue: 0x1234 };
        match what {
            "copy" => queue.submit_from(
                Some(origin),
                Command::Work(Work::Copy { src: bad, dst: good, bytes: 64 }),
                &[],
                Some(&mut event),
            ),
            _ => queue.submit(
                Command::Work(Work::Fill { dst: bad, pattern: FillPattern::from_slice(&[1, 2]), bytes: 64 }),
                &[],
                Some(&mut event),
            ),
        }
        .unwrap();
        let _ = event.unwrap().wait();
        return;
    }
    let copy = ["app.cpp:20: SIGSEGV: access to 0x", " of the source of a copy of 64 bytes from 0x40 to 0x"];
    let fill = ["\nSIGSEGV: access to 0x", " of the destination of a fill of 64 bytes at 0x40\n"];
    let from = "app.cpp:20: note: submitted here to queue 0x1234 of ";
    for number in 0..devices().len() {
        for (what, variable, report) in [
            ("copy", None, [copy.as_slice(), &[from]].concat()),
            ("fill", Some("1"), [fill.as_slice(), &["\nnote: submitted to "]].concat()),
            ("copy", Some("0"), Vec::new()),
        ] {
            let mut child = Process::new(std::env::current_exe().unwrap());
            child.args(["--exact", TEST, "--nocapture"]);
            child.env(CHILD, format!("{what}{number}")).env_remove("TANDEM_CPU_FAULTS");
            child.envs(variable.map(|value| ("TANDEM_CPU_FAULTS", value)));
            let output = child.output().unwrap();
            assert_eq!(output.status.signal(), Some(11), "it still dies of the signal");
            let text = format!("\n{}", String::from_utf8_lossy(&output.stderr));
            assert!(report.iter().all(|part| text.contains(part)), "{text}");
            assert_eq!(text.contains("SIGSEGV"), !report.is_empty(), "{text}");
        }
    }
}
