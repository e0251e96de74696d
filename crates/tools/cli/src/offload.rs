//! The commands for steps of an offload compilation, with the options of the LLVM and DPC++ tools that they replace.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use tandem_compiler::offload_tools::bundler::{self, Request};

/// The commands whose options may be written with one dash, as LLVM's tools
/// have them.
const COMMANDS: [&str; 3] = ["bundle", "unbundle", "list"];

/// The tools that a link to `tandem` may be called as, with their commands.
const TOOLS: [(&str, &str); 5] = [
    ("clang-offload-bundler", "bundle"),
    ("clang-offload-wrapper", "wrap"),
    ("sycl-post-link", "post-link"),
    ("llvm-no-spir-kernel", "no-kernel"),
    ("sycl-ls", "ls"),
];

/// If the program was called by the name of a tool, replaces the name by `tandem` and the tool's command, which also
/// gives the usage line of the help.
pub fn with_command(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let name = args.first().and_then(|program| Path::new(program).file_name());
    let tool = TOOLS.iter().find(|(tool, _)| name.is_some_and(|name| name == *tool));
    if let Some((_, command)) = tool {
        args.splice(..1, ["tandem", *command].map(OsString::from));
    }
    args
}

/// Gives the long options of the offload commands their second dash.
pub fn with_double_dashes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let command = args.get(1).and_then(|arg| arg.to_str());
    if !command.is_some_and(|command| COMMANDS.contains(&command)) {
        return args;
    }
    for arg in args.iter_mut().skip(2) {
        let long = arg.to_str().and_then(|text| text.strip_prefix('-'));
        if let Some(long) = long.filter(|long| !long.starts_with('-') && long.len() > 1) {
            *arg = format!("--{long}").into();
        }
    }
    args
}

/// Options of `bundle`, `unbundle` and `list`; those of clang-offload-bundler.
#[derive(Args)]
pub struct BundlerArgs {
    /// File type: i, ii, cui, hipi, d, ll, bc, s, o, gch or ast; for archives a, ao (one object) or aoo (list of files).
    #[arg(long = "type", value_name = "TYPE")]
    file_type: String,
    /// Targets in the order of the files, each KIND-TRIPLE[-PROCESSOR].
    #[arg(long, value_name = "TARGETS", value_delimiter = ',')]
    targets: Vec<String>,
    /// Input file; may be repeated.
    #[arg(long, value_name = "FILE")]
    input: Vec<PathBuf>,
    /// Input files (deprecated: use --input).
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    inputs: Vec<PathBuf>,
    /// Output file; may be repeated.
    #[arg(long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Output files (deprecated: use --output).
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    outputs: Vec<PathBuf>,
    /// Split the bundle.
    #[arg(long)]
    unbundle: bool,
    /// List the targets in the bundle.
    #[arg(long, conflicts_with = "unbundle")]
    list: bool,
    /// Check that the bundle has a part for each target, and write nothing.
    #[arg(long, conflicts_with_all = ["unbundle", "list"])]
    check_section: bool,
    /// Leave out objects with a part for one of these targets.
    #[arg(long, value_name = "TARGETS", value_delimiter = ',', help_heading = "Unbundling archives")]
    excluded_targets: Vec<String>,
    /// Reject targets whose processor features conflict.
    #[arg(long, help_heading = "Unbundling archives")]
    check_input_archive: bool,
    /// Write the objects of lists to this folder.
    #[arg(long, value_name = "DIR", help_heading = "Unbundling archives")]
    base_temp_dir: Option<PathBuf>,
    /// Write an empty file for a target without a part.
    #[arg(long, help_heading = "Unbundling")]
    allow_missing_bundles: bool,
    /// Treat the offload kinds of HIP and OpenMP as the same.
    #[arg(long, help_heading = "Unbundling")]
    hip_openmp_compatible: bool,
    /// Align the parts of a binary bundle to this number of bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 1, help_heading = "Bundling")]
    bundle_align: u64,
    /// Compress a binary bundle with zstd.
    #[arg(long, help_heading = "Bundling")]
    compress: bool,
    /// Level of compression (Tandem has one level).
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true, help_heading = "Accepted without effect")]
    compression_level: Option<i32>,
    /// Add symbols of device code (Tandem links without them).
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, help_heading = "Accepted without effect")]
    add_target_symbols_to_bundled_object: Option<Option<String>>,
    /// Print more (there is nothing more to print).
    #[arg(long, help_heading = "Accepted without effect")]
    verbose: bool,
    /// Print commands (no other programs are run).
    #[arg(long = "###", help_heading = "Accepted without effect")]
    commands: bool,
}

/// The operation on a bundle, if its options do not say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bundling {
    /// Make it.
    Bundle,
    /// Take it apart.
    Unbundle,
    /// Print its targets.
    List,
    /// See whether it has targets.
    Check,
}

/// Runs `bundle`, `unbundle` or `list`, and returns the text to print.
pub fn run_bundler(mut action: Bundling, args: BundlerArgs) -> Result<String> {
    if args.unbundle {
        action = Bundling::Unbundle;
    } else if args.list {
        action = Bundling::List;
    } else if args.check_section {
        action = Bundling::Check;
    }
    let request = Request {
        file_type: args.file_type,
        targets: args.targets,
        excluded: args.excluded_targets,
        inputs: [args.input, args.inputs].concat(),
        outputs: [args.output, args.outputs].concat(),
        allow_missing: args.allow_missing_bundles,
        hip_openmp_compatible: args.hip_openmp_compatible,
        check_archive: args.check_input_archive,
        folder: args.base_temp_dir,
        align: args.bundle_align,
        compress: args.compress,
    };
    match action {
        Bundling::Bundle => bundler::bundle(&request)?,
        Bundling::Unbundle => bundler::unbundle(&request)?,
        Bundling::Check => bundler::check(&request)?,
        Bundling::List => return Ok(bundler::list(&request)?.iter().map(|name| format!("{name}\n")).collect()),
    }
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tools() {
        let args = ["/x/bin/sycl-post-link", "-o", "a.table"].map(OsString::from);
        assert_eq!(with_command(args), ["tandem", "post-link", "-o", "a.table"]);
        let args = ["/sycl-post-link/tandem", "ls"].map(OsString::from);
        assert_eq!(with_command(args.clone()), args);
    }

    #[test]
    fn options_with_one_dash() {
        let args = ["tandem", "bundle", "-type=o", "--list", "-v", "-"].map(OsString::from);
        assert_eq!(with_double_dashes(args), ["tandem", "bundle", "--type=o", "--list", "-v", "-"]);
        let args = ["tandem", "ls", "-verbose"].map(OsString::from);
        assert_eq!(with_double_dashes(args), ["tandem", "ls", "-verbose"]);
    }
}
