//! The final link.

use crate::inputs::Kind;
use crate::invocation::Invocation;
use crate::options::{Options, Role, Word};
use crate::toolchain::Toolchain;

/// The final link. `inputs` has a path for every input of the command line, in order; for a source, the path of its
/// object. `wrapper` holds the device images.
pub fn link(toolchain: &Toolchain, options: &Options, inputs: &[String], wrapper: Option<&str>) -> Invocation {
    let mut clang = Invocation::new(&toolchain.clang);
    let has_sources = options.inputs().any(|input| input.kind() != Kind::Linker);
    if has_sources {
        // Options for the compiler were used there.
        clang.arg("-Qunused-arguments");
    }
    if toolchain.has_lld && !options.has_prefix("-fuse-ld=") && !options.has_prefix("--ld-path=") {
        clang.arg("-fuse-ld=lld");
    }
    if options.has_prefix("-flto") {
        clang.arg("-ffat-lto-objects");
    }
    let mut inputs = inputs.iter();
    for word in &options.words {
        match word {
            Word::Input(_) => {
                clang.args(inputs.next());
            }
            Word::Option { role, spelling } => match role {
                Role::Common | Role::Host | Role::Link => {
                    clang.args(spelling);
                }
                _ => {}
            },
        }
    }
    if options.verbose {
        clang.arg("-v");
    }
    clang.args(wrapper);
    if options.sycl.link_runtime && !is_relocatable(options) {
        let lib_dir = toolchain.lib_dir.display();
        clang.arg(format!("-L{lib_dir}"));
        clang.arg(format!("-Wl,-rpath,{lib_dir}"));
        clang.arg("-ltandem");
    }
    if let Some(output) = &options.output {
        clang.args(["-o", output]);
    }
    clang
}

/// Whether the link makes another object (`-r`): device parts then stay as
/// they are.
pub fn is_relocatable(options: &Options) -> bool {
    options.has(&["-r"])
}
