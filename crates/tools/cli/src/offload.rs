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

/// Adds the command where the program was called by the name of a tool.
pub fn with_command(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let name = args.first().and_then(|program| Path::new(program).file_name());
    let tool = TOOLS.iter().find(|(tool, _)| name.is_some_and(|name| name == *tool));
    if let Some((_, command)) = tool {
        args.insert(1, command.into());
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
    /// Type of the files: i, ii, cui, hipi, d, ll, bc, s, o, gch, ast; of archives of objects: a (to archives), ao (to
    /// the only object), aoo (to a list of files).
    #[arg(long = "type", value_name = "TYPE")]
    file_type: String,
    /// Targets, each KIND-TRIPLE[-PROCESSOR], in the order of the files.
    #[arg(long, value_name = "TARGETS", value_delimiter = ',')]
    targets: Vec<String>,
    /// A file to read.
    #[arg(long, value_name = "FILE")]
    input: Vec<PathBuf>,
    /// Files to read (deprecated, use --input).
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    inputs: Vec<PathBuf>,
    /// A file to write.
    #[arg(long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Files to write (deprecated, use --output).
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    outputs: Vec<PathBuf>,
    /// Take the bundle apart.
    #[arg(long)]
    unbundle: bool,
    /// Print the targets in the bundle.
    #[arg(long, conflicts_with = "unbundle")]
    list: bool,
    /// Only check that there are parts for the targets.
    #[arg(long, conflicts_with_all = ["unbundle", "list"])]
    check_section: bool,
    /// Unbundling archives: leave out objects with a part for one of these targets.
    #[arg(long, value_name = "TARGETS", value_delimiter = ',')]
    excluded_targets: Vec<String>,
    /// Unbundling archives: refuse targets that differ in features of one processor.
    #[arg(long)]
    check_input_archive: bool,
    /// Unbundling archives: where the objects of lists go.
    #[arg(long, value_name = "DIR")]
    base_temp_dir: Option<PathBuf>,
    /// Unbundling: write an empty file for a target without a part.
    #[arg(long)]
    allow_missing_bundles: bool,
    /// Unbundling: take HIP's and OpenMP's offload kinds as one.
    #[arg(long)]
    hip_openmp_compatible: bool,
    /// Bundling: alignment of parts in a binary bundle, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 1)]
    bundle_align: u64,
    /// Bundling: compress a binary bundle by zstd.
    #[arg(long)]
    compress: bool,
    /// Accepted and without effect: there is one level.
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    compression_level: Option<i32>,
    /// Accepted and without effect: no symbols of device code are needed to link it.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    add_target_symbols_to_bundled_object: Option<Option<String>>,
    /// Accepted and without effect: there is nothing to say.
    #[arg(long)]
    verbose: bool,
    /// Accepted and without effect: no other programs are run.
    #[arg(long = "###")]
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
        assert_eq!(with_command(args), ["/x/bin/sycl-post-link", "post-link", "-o", "a.table"]);
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
