//! The command line of `tandem`, which help, manual page and completions of
//! shells are made from.

#![allow(rustdoc::broken_intra_doc_links, reason = "help texts have options in brackets, which are no links")]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::cache::CacheCommand;
use crate::device_list::ListOptions;
use crate::offload::BundlerArgs;

/// Tools for Tandem, the SYCL implementation.
#[derive(Parser)]
#[command(name = "tandem", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// List platforms and devices, as DPC++'s sycl-ls does.
    Ls(ListOptions),
    /// Run tandem++ in the place of another compiler: what CMake's compiler launchers call.
    LaunchAsCompiler {
        /// The compiler that is replaced.
        compiler: OsString,
        /// Its arguments, which tandem++ gets.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Put the outputs of one source for several targets into one file.
    Bundle(BundlerArgs),
    /// Take such a file apart.
    Unbundle(BundlerArgs),
    /// Print the targets in such a file.
    List(BundlerArgs),
    /// Wrap device images into an object that registers them: the options of clang-offload-wrapper.
    #[command(disable_help_flag = true)]
    Wrap {
        /// -o FILE [-format=F] [-target=T] [-compile-opts=S] [-link-opts=S] [-entries=F] [-properties=F] [-batch]
        /// [-desc-name=S] [-emit-reg-funcs=0] IMAGE...
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Turn device code into images, with a table of their files: the options of sycl-post-link.
    #[command(disable_help_flag = true)]
    PostLink {
        /// -o [TARGET,]TABLE [-split=auto|source|kernel|none] [-symbols] [-spec-const=native|default] [-emit-spirv] [-S]
        /// [-out-dir=DIR] [-ir-output-only] [-emit-only-kernels-as-entry-points] [-emit-kernel-names] [-O0 to -O3] FILE...
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Tell whether device code has kernels, as llvm-no-spir-kernel does: exit status 0 without, 1 with, 2 for errors.
    #[command(disable_help_flag = true)]
    NoKernel {
        /// [-o COPY] [FILE]: without kernels, FILE is copied.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Work with device images.
    #[command(subcommand)]
    Image(ImageCommand),
    /// Look at the persistent cache of compiled kernels, or empty it.
    #[command(subcommand)]
    Cache(CacheCommand),
}

/// The commands of `tandem image`.
#[derive(Subcommand)]
pub enum ImageCommand {
    /// Print the device code in objects, archives, executables and shared libraries.
    Dump {
        /// Print the SPIR-V modules alone, as text in the form of spirv-dis.
        #[arg(long)]
        spirv: bool,
        /// The files; also SPIR-V modules.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}
