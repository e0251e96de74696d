//! Kernels whose names are no identifiers, over the fake of OpenCL, which builds no programs with such names.

mod support;

use std::ffi::CStr;

use support::{Machine, items, with_each};
use tandem_pi_abi::*;
use tandem_pi_host::*;

const NO_FLAGS: PiQueueFlags = PiQueueFlags(0);
const NAME: &CStr = c"_ZTSk@88b2bf915bd87a23";

/// A SPIR-V module with a kernel of each of the names.
fn module(kernels: &[&CStr]) -> Vec<u8> {
    const ENTRY_POINT: u32 = 15;
    const KERNEL_MODEL: u32 = 6;
    let mut words = vec![0x0723_0203, 0x1_0000, 0, 9, 0];
    for (kernel, id) in kernels.iter().zip(1..) {
        let mut name = kernel.to_bytes_with_nul().to_vec();
        name.resize(name.len().next_multiple_of(4), 0);
        words.extend([(3 + name.len() as u32 / 4) << 16 | ENTRY_POINT, KERNEL_MODEL, id]);
        words.extend(name.as_chunks().0.iter().map(|chunk| u32::from_le_bytes(*chunk)));
    }
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The names that a program tells, and those of kernels that are made by them.
fn check(machine: &Machine, program: &Program, kernels: &[&CStr]) {
    let names: Vec<_> = kernels.iter().map(|name| name.to_str().unwrap()).collect();
    assert_eq!(program.kernel_names().unwrap(), names);
    for name in kernels {
        let kernel = Kernel::new(program, name).unwrap();
        assert_eq!(kernel.info_text(PI_KERNEL_INFO_FUNCTION_NAME).unwrap(), name.to_str().unwrap());
        // SAFETY: the kernel has no arguments.
        unsafe { machine.after(&WaitList::new()).launch(&kernel, &items(1)) }.unwrap();
    }
    machine.queue.finish().unwrap();
    assert_eq!(Kernel::new(program, c"_ZTSk@0").unwrap_err().code, PI_ERROR_INVALID_KERNEL_NAME);
    assert_eq!(Kernel::new(program, c"other").unwrap_err().code, PI_ERROR_INVALID_KERNEL_NAME);
}

#[test]
fn names_with_units_are_mapped() {
    let configurations = ["version=1.2", "version=3.0", "version=3.0,names=any"];
    with_each("names_with_units_are_mapped", &configurations, |plugin, configuration| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let kernels = [NAME, c"nothing", c"tandem__x", c"a.b"];
        let module = module(&kernels);
        let program = Program::from_il(&machine.context, &module).unwrap();
        program.build(&machine.devices, "").unwrap();
        check(&machine, &program, &kernels);
        if configuration.contains("3.0") {
            // CL_PROGRAM_IL
            assert_eq!(program.info_list::<u8>(PiProgramInfo(0x1169)).unwrap(), module);
        }
        // As from the cache on disk.
        let binaries = program.binaries().unwrap();
        let again = Program::from_binary(&machine.context, &machine.devices, &binaries[0]).unwrap();
        again.build(&machine.devices, "").unwrap();
        check(&machine, &again, &kernels);
    });
}

/// Code of an offline compiler has the names of the module that it was made of.
#[test]
fn binaries_of_others_have_their_own_names() {
    with_each("binaries_of_others_have_their_own_names", &["version=3.0,names=any"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let binary = format!("FAKE OPENCL BINARY 4 kernels={},nothing", NAME.to_str().unwrap());
        let program = Program::from_binary(&machine.context, &machine.devices, binary.as_bytes()).unwrap();
        program.build(&machine.devices, "").unwrap();
        check(&machine, &program, &[NAME, c"nothing"]);
    });
}

#[test]
fn the_fake_refuses_other_names() {
    with_each("the_fake_refuses_other_names", &["version=3.0"], |plugin, _| {
        let machine = Machine::new(plugin, NO_FLAGS).unwrap();
        let program = Program::from_il(&machine.context, b"kernels=a@b").unwrap();
        assert!(program.build(&machine.devices, "").is_err());
    });
}
