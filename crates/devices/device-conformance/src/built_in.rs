//! Kernels that are part of the device.

use crate::rule::{Group, Need, Rule};
use crate::target::TestedDevice;

/// The rules.
pub const GROUP: Group = Group {
    name: "built_in",
    rules: &[
        Rule {
            name: "names",
            text: "built-in kernels have names of their own",
            needs: Need::BuiltInKernels,
            check: names,
        },
        Rule {
            name: "programs",
            text: "built-in kernels make a program, each alone and all together, which has no binary",
            needs: Need::BuiltInKernels,
            check: programs,
        },
    ],
};

fn names(target: &TestedDevice) {
    let built_in = target.device().built_in_kernels().expect("the device has them");
    let mut names = built_in.names().to_vec();
    assert!(!names.is_empty());
    assert!(names.iter().all(|name| !name.is_empty() && !name.contains(';')), "{names:?}");
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
}

fn programs(target: &TestedDevice) {
    let built_in = target.device().built_in_kernels().expect("the device has them");
    let all = built_in.names();
    for names in all.iter().map(std::slice::from_ref).chain([all]) {
        let program = built_in.program(names).expect("a program");
        assert_eq!(program.kernels().len(), names.len());
        for name in names {
            let kernel = program.kernel(name).expect("with its kernels");
            assert_eq!(kernel.info().name, *name);
            assert!(kernel.limits().max_work_group_size > 0);
            assert!(kernel.info().parameter_bytes() <= target.device().info().max_parameter_bytes);
        }
        assert!(program.binary().expect("none is needed").is_empty());
    }
}
