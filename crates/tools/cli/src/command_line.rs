//! The command line of `tandem`, which help, manual page and completions of
//! shells are made from.

#![allow(rustdoc::broken_intra_doc_links, reason = "help texts have options in brackets, which are no links")]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::cache::CacheCommand;
use crate::device_list::ListOptions;
use crate::offload::BundlerArgs;

/// Tools of Tandem, an implementation of SYCL.
#[derive(Parser)]
#[command(name = "tandem", version)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// List platforms and devices, in the format of sycl-ls.
    Ls(ListOptions),
    /// Run tandem++ instead of another compiler (for CMake's compiler launchers).
    LaunchAsCompiler {
        /// The compiler to replace; it is not run.
        compiler: OsString,
        /// Arguments for tandem++.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Bundle files for several targets into one, with the options of clang-offload-bundler.
    Bundle(BundlerArgs),
    /// Split a bundle into files.
    Unbundle(BundlerArgs),
    /// List the targets in a bundle.
    List(BundlerArgs),
    /// Wrap device images into an object that registers them, with the options of clang-offload-wrapper.
    #[command(disable_help_flag = true)]
    Wrap {
        /// -o FILE [-format=F] [-target=T] [-compile-opts=S] [-link-opts=S] [-entries=F] [-properties=F] [-batch]
        /// [-desc-name=S] [-emit-reg-funcs=0] IMAGE...
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Split device code into images and write a table of their files, with the options of sycl-post-link.
    #[command(disable_help_flag = true)]
    PostLink {
        /// -o [TARGET,]TABLE [-split=auto|source|kernel|none] [-symbols] [-spec-const=native|default] [-emit-spirv] [-S]
        /// [-out-dir=DIR] [-ir-output-only] [-emit-only-kernels-as-entry-points] [-emit-kernel-names] [-O0 to -O3] FILE...
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Test for kernels in device code, with the options of llvm-no-spir-kernel.
    ///
    /// The exit status is 0 without kernels, 1 with kernels, and 2 for errors.
    #[command(disable_help_flag = true)]
    NoKernel {
        /// [-o COPY] [FILE]: copies FILE to COPY if it has no kernels.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Inspect device images.
    #[command(subcommand)]
    Image(ImageCommand),
    /// Inspect, check or clear the persistent cache of compiled kernels.
    #[command(subcommand)]
    Cache(CacheCommand),
}

/// The commands of `tandem image`.
#[derive(Subcommand)]
pub enum ImageCommand {
    /// Print the device code in objects, archives, executables and shared libraries.
    Dump {
        /// Print only the SPIR-V modules, as text in the format of spirv-dis.
        #[arg(long)]
        spirv: bool,
        /// Objects, archives, executables, shared libraries or SPIR-V modules.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}
