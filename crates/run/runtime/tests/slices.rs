//! Programs of parts of images: what is built for a launch, for a bundle, and for symbols of other
//! images.

mod mock;

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use mock::spirv::{Role, module};
use mock::{Image, Images, builds, cpu, queue};
use tandem_image::layout::KernelLayout;
use tandem_runtime::bundle::{self, BundleKernel, BundleState, Request};
use tandem_runtime::object::Object;
use tandem_runtime::programs::{SpecName, SpecValues};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::*;
use tandem_runtime::{Error, Result};

const NO_CLOSURE: KernelLayout = KernelLayout { closure_size: 0, records: Vec::new() };

fn image<'a>(code: &'a [u8], kernels: &'a [(&'a str, KernelLayout)]) -> Image<'a> {
    Image {
        code,
        target: "spir64",
        kernels,
        exports: &[],
        imports: &[],
        metadata: &[],
        constants: &[],
        image_globals: &[],
    }
}

/// Calls `work` with the slot of a kernel.
fn with_slot<R>(name: &str, work: impl FnOnce(KernelSlot<'_>) -> R) -> R {
    let (id, name) = (AtomicUsize::new(0), CString::new(name).unwrap());
    // SAFETY: the texts outlive the slot.
    let (text, unit) = unsafe { (CText::new(name.as_ptr()), CText::new(c"".as_ptr())) };
    work(KernelSlot { id: &id, name: text, unit, closure_size: 0 })
}

fn launch(queue: &Arc<Object<Queue>>, name: &str) -> Result<()> {
    with_slot(name, |slot| launch_slot(queue, slot))
}

fn launch_slot(queue: &Arc<Object<Queue>>, slot: KernelSlot<'_>) -> Result<()> {
    let operation = Operation::Kernel {
        source: KernelSource::Slot(slot),
        range: NdRange::SINGLE,
        args: Args::Closure(Closure { bytes: &[], scratch_bytes: 0 }),
    };
    // SAFETY: there is no memory that has to live until the end.
    unsafe { queue.submit(Submission::new(operation)) }.map(drop)
}

#[test]
fn a_launch_builds_its_kernel_and_a_bundle_builds_all() {
    let code = module(&[(Role::Kernel, "noop.a", &[]), (Role::Kernel, "noop.b", &[]), (Role::Kernel, "noop.c", &[])]);
    let kernels = ["noop.a", "noop.b", "noop.c"].map(|name| (name, NO_CLOSURE));
    let _images = Images::register(&[image(&code, &kernels)]);
    let queue = queue(&cpu(), true);
    let all = "kernels=noop.a,noop.b,noop.c";
    let built = || ["kernels=noop.a", "kernels=noop.b", "kernels=noop.c", all].map(builds);
    launch(&queue, "noop.a").unwrap();
    assert_eq!(built(), [1, 0, 0, 0]);
    launch(&queue, "noop.a").unwrap();
    launch(&queue, "noop.b").unwrap();
    assert_eq!(built(), [1, 1, 0, 0]);

    let id = bundle::kernel_id(&["noop.c"], "", 0).unwrap();
    let (context, ids) = (queue.context(), [id.clone()]);
    let request = Request { state: BundleState::Executable, context, devices: context.devices(), kernels: Some(&ids) };
    let bundle = bundle::find(&request, |_| true).unwrap();
    assert!(BundleKernel::new(&bundle, &id).is_ok());
    assert_eq!(built(), [1, 1, 0, 1]);
    for name in ["noop.a", "noop.b", "noop.c"] {
        launch(&queue, name).unwrap();
    }
    assert_eq!(built(), [1, 1, 0, 1], "all are there already");
}

#[test]
fn a_kernel_needs_the_imports_that_it_reaches() {
    let code = module(&[
        (Role::Kernel, "noop.free", &[]),
        (Role::Kernel, "noop.bound", &[2, 4]),
        (Role::Import, "slices.f", &[]),
        (Role::Import, "slices.unused", &[]),
        (Role::Export, "slices.callback", &[]),
    ]);
    let kernels = ["noop.free", "noop.bound"].map(|name| (name, NO_CLOSURE));
    let imports = ["slices.f", "slices.unused"];
    let exports = ["slices.callback"];
    let _app = Images::register(&[Image { imports: &imports, exports: &exports, ..image(&code, &kernels) }]);
    let queue = queue(&cpu(), true);
    launch(&queue, "noop.free").unwrap();
    assert_eq!(builds("kernels=noop.free"), 1);
    let Err(Error::UnresolvedImports { kernel, symbols, .. }) = launch(&queue, "noop.bound") else {
        panic!("built without `slices.f`");
    };
    assert_eq!((kernel.as_str(), symbols), ("noop.bound", vec!["`slices.f`".to_owned()]));

    let library = module(&[
        (Role::Export, "slices.f", &[2]),
        (Role::Export, "slices.other", &[3]),
        (Role::Import, "slices.callback", &[]),
        (Role::Import, "slices.missing", &[]),
    ]);
    let (exports, imports) = (["slices.f", "slices.other"], ["slices.callback", "slices.missing"]);
    let _library = Images::register(&[Image { imports: &imports, exports: &exports, ..image(&library, &[]) }]);
    launch(&queue, "noop.bound").unwrap();
    assert_eq!(builds("exports=slices.f;imports=slices.callback"), 1);
    assert_eq!(builds("kernels=noop.bound;exports=slices.callback;imports=slices.f"), 1);
}

#[test]
fn kernels_that_share_memory_of_their_program_are_built_together() {
    let code = module(&[(Role::Kernel, "noop.p", &[]), (Role::Kernel, "noop.q", &[])]);
    let kernels = ["noop.p", "noop.q"].map(|name| (name, NO_CLOSURE));
    let _images = Images::register(&[Image { image_globals: &["counter"], ..image(&code, &kernels) }]);
    let queue = queue(&cpu(), true);
    launch(&queue, "noop.p").unwrap();
    launch(&queue, "noop.q").unwrap();
    assert_eq!(["kernels=noop.p,noop.q", "kernels=noop.p", "kernels=noop.q"].map(builds), [1, 0, 0]);
}

#[test]
fn values_matter_to_kernels_that_may_use_them() {
    let library = module(&[(Role::Export, "slices.scale", &[])]);
    let scale = ["slices.scale"];
    let _library = Images::register(&[Image { exports: &scale, constants: &["factor"], ..image(&library, &[]) }]);
    let code = module(&[
        (Role::Kernel, "noop.constant", &[]),
        (Role::Kernel, "noop.scaled", &[2]),
        (Role::Import, "slices.scale", &[]),
    ]);
    let kernels = ["noop.constant", "noop.scaled"].map(|name| (name, NO_CLOSURE));
    let _app = Images::register(&[Image { imports: &scale, constants: &["size"], ..image(&code, &kernels) }]);
    let queue = queue(&cpu(), true);
    let get = |name: &str, constant: &str, value: u32| {
        let mut values = SpecValues::default();
        values.set(SpecName { name: constant, unit: "" }, &value.to_ne_bytes());
        with_slot(name, |slot| queue.specialized_kernel(&slot, &values)).unwrap();
    };
    for value in [1, 2, 2] {
        get("noop.constant", "size", value);
        get("noop.constant", "factor", value);
    }
    assert_eq!(builds("kernels=noop.constant"), 1, "it uses no constant");
    for value in [1, 2, 2] {
        get("noop.scaled", "factor", value);
    }
    assert_eq!(builds("kernels=noop.scaled;imports=slices.scale"), 2, "the library's function may use it");
}

#[test]
fn an_image_that_cannot_be_sliced_is_built_once_for_all_kernels() {
    let mut code = module(&[(Role::Kernel, "noop.x", &[]), (Role::Kernel, "noop.y", &[])]);
    // OpNop, which has no place before the functions.
    code.splice(20..20, 0x0001_0000_u32.to_le_bytes());
    let kernels = ["noop.x", "noop.y"].map(|name| (name, NO_CLOSURE));
    let _images = Images::register(&[image(&code, &kernels)]);
    let queue = queue(&cpu(), true);
    launch(&queue, "noop.x").unwrap();
    launch(&queue, "noop.y").unwrap();
    assert_eq!(["kernels=noop.x,noop.y", "kernels=noop.x", "kernels=noop.y"].map(builds), [1, 0, 0]);
}
