//! DPC++'s options, which the driver itself obeys.

use tandem_command_line::post_link_request::{AddedImage, Split};
use tandem_device_target::{Registry, Selection};

use super::targets::TargetOptions;

/// DPC++'s options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyclOptions {
    /// `-fsycl`, and not `-fno-sycl` after it.
    pub enabled: bool,
    /// Not `-nolibsycl`: link the runtime.
    pub link_runtime: bool,
    /// `-fsycl-device-only`.
    pub device_only: bool,
    /// `-fsycl-targets`: the targets of device code.
    pub targets: Vec<Selection>,
    /// `-fsycl-device-code-split`.
    pub split: Split,
    /// Not `-fno-sycl-dead-args-optimization`.
    pub dead_args: bool,
    /// `-fsycl-link`: stop at the object that holds the device images.
    pub link_images_only: bool,
    /// `-fsycl-link=early` and `=image`: which half of the device link it is, for targets with two.
    pub link_half: Option<LinkHalf>,
    /// Not `-fno-sycl-rdc`: units may use each other's device functions.
    pub rdc: bool,
    /// `-fsycl-max-parallel-link-jobs`.
    pub link_jobs: usize,
    /// `-fsycl-int-header`: the file for the integration header.
    pub int_header: Option<String>,
    /// `-fsycl-host-compiler`: the compiler for the host, instead of clang.
    pub host_compiler: Option<String>,
    /// `-fsycl-host-compiler-options`: its options.
    pub host_compiler_options: Vec<String>,
    /// `-fsycl-add-targets`: further device images, with their targets.
    pub added_images: Vec<AddedImage>,
    /// `-fsycl-dump-device-code`.
    pub dump_dir: Option<String>,
    /// `-fsycl-id-queries-fit-in-int`.
    pub ids_fit_in_int: bool,
    /// `-Xsycl-target-frontend`: more options for the device pass.
    pub frontend_options: Vec<String>,
    /// `-Xsycl-target-backend`, `-Xs`: the images' compile options.
    pub compile_options: TargetOptions,
    /// `-Xsycl-target-linker`: the images' link options.
    pub link_options: TargetOptions,
}

/// A half of a device link that takes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkHalf {
    /// The first half, after which a compiler can stop.
    Early,
    /// The second half.
    Image,
}

impl SyclOptions {
    /// No option, with the default target of `registry`.
    pub(super) fn new(registry: &Registry) -> Self {
        Self {
            enabled: false,
            link_runtime: true,
            device_only: false,
            targets: vec![registry.portable().into()],
            split: Split::default(),
            dead_args: true,
            link_images_only: false,
            link_half: None,
            rdc: true,
            link_jobs: 1,
            int_header: None,
            host_compiler: None,
            host_compiler_options: Vec::new(),
            added_images: Vec::new(),
            dump_dir: None,
            ids_fit_in_int: false,
            frontend_options: Vec::new(),
            compile_options: TargetOptions::default(),
            link_options: TargetOptions::default(),
        }
    }
}
