//! The host pass by a compiler of the user's choice (`-fsycl-host-compiler`), which need not support SYCL.

use std::path::Path;

use super::put_input;
use super::unit::Unit;
use crate::invocation::Invocation;
use crate::options::{Options, Role};
use crate::toolchain::Toolchain;

/// Beginnings of options that every compiler of this machine understands in the
/// same way. Others are for clang: `-fsycl-host-compiler-options` has those that
/// are not.
const SHARED: &[&str] = &["-std=", "-O", "-g", "-fPIC", "-fpic", "-fPIE", "-fpie", "-fno-pic", "-fno-pie", "-pthread"];

/// The host pass of a source. `header` is the unit's integration header, `phase` the option that selects the kind of
/// output, `output` its file.
pub fn other_host(
    compiler: &str,
    toolchain: &Toolchain,
    options: &Options,
    unit: &Unit<'_>,
    header: &str,
    phase: &str,
    output: Option<&str>,
) -> Invocation {
    let mut host = Invocation::new(Path::new(compiler));
    for (role, spelling) in options.options() {
        match role {
            Role::Preprocess | Role::Dependencies => {
                host.args(spelling);
            }
            Role::Common | Role::Host if SHARED.iter().any(|shared| spelling[0].starts_with(shared)) => {
                host.args(spelling);
            }
            _ => {}
        }
    }
    host.args(["-include", header]);
    host.args(toolchain.include_options());
    if options.sycl.ids_fit_in_int {
        host.arg("-D__SYCL_ID_QUERIES_FIT_IN_INT__=1");
    }
    host.args(&options.sycl.host_compiler_options);
    host.arg(phase);
    if let Some(output) = output {
        host.args(["-o", output]);
    }
    put_input(&mut host, unit.input);
    host
}
