//! Kernel bundles: finding, converting and joining them, their kernels and
//! specialization constants, and what devices refuse.

mod mock;

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use mock::{Image, Images, Metadata, builds, cpu, gpu, queue};
use tandem_image::layout::KernelLayout;
use tandem_runtime::bundle::{self, BundleKernel, BundleState, KernelBundle, Request};
use tandem_runtime::context::Context;
use tandem_runtime::device::Device;
use tandem_runtime::object::Object;
use tandem_runtime::programs::{KernelId, SpecName};
use tandem_runtime::submission::{CText, KernelSlot};
use tandem_runtime::{Errc, Result};

const NO_CLOSURE: KernelLayout = KernelLayout { closure_size: 0, records: Vec::new() };

fn image<'a>(text: &'a str, kernels: &'a [(&'a str, KernelLayout)]) -> Image<'a> {
    Image {
        code: text.as_bytes(),
        target: "spir64",
        kernels,
        exports: &[],
        imports: &[],
        metadata: &[],
        constants: &[],
        image_globals: &[],
    }
}

fn id(name: &str) -> Arc<Object<KernelId>> {
    bundle::kernel_id(&[name], "", 0).unwrap()
}

fn context_of(device: &Arc<Object<Device>>) -> Arc<Object<Context>> {
    Context::new(std::slice::from_ref(device)).unwrap()
}

fn find(
    context: &Arc<Object<Context>>,
    state: BundleState,
    kernels: &[Arc<Object<KernelId>>],
) -> Result<Arc<Object<KernelBundle>>> {
    let request = Request { state, context, devices: context.devices(), kernels: Some(kernels) };
    bundle::find(&request, |_| true)
}

#[test]
fn a_bundle_goes_from_input_to_executable_in_one_step_or_two() {
    let text = "kernels=noop.states";
    let kernels = [("noop.states", NO_CLOSURE)];
    let _images = Images::register(&[image(text, &kernels)]);
    let context = context_of(&cpu());
    let input = find(&context, BundleState::Input, &[id("noop.states")]).unwrap();
    assert_eq!(builds(text), 0, "nothing is built before it must be");
    assert!(input.has_kernel(&id("noop.states"), None));
    assert!(BundleKernel::new(&input, &id("noop.states")).is_err(), "kernels are in executable bundles only");

    let object = bundle::convert(&[&input], BundleState::Object, None).unwrap();
    let linked = bundle::convert(&[&object], BundleState::Executable, None).unwrap();
    assert_eq!(builds(text), 1);
    let built = bundle::convert(&[&input], BundleState::Executable, None).unwrap();
    assert_eq!(builds(text), 2);
    for executable in [linked, built] {
        let kernel = BundleKernel::new(&executable, &id("noop.states")).unwrap();
        assert!(Arc::ptr_eq(kernel.bundle(), &executable));
        assert_eq!(executable.kernel_ids().unwrap().len(), 1);
        let again = bundle::convert(&[&executable], BundleState::Executable, None);
        assert_eq!(again.unwrap_err().errc(), Errc::Invalid);
    }
    // The program of the context is shared with submissions and other bundles.
    find(&context, BundleState::Executable, &[id("noop.states")]).unwrap();
    assert_eq!(builds(text), 2);
}

#[test]
fn a_link_takes_functions_from_the_other_bundles() {
    let kernels = [("noop.uses", NO_CLOSURE)];
    let (main, library) = ("kernels=noop.uses;imports=bundles.f", "kernels=noop.lib;exports=bundles.f");
    let others = [("noop.lib", NO_CLOSURE)];
    let _images = Images::register(&[
        Image { imports: &["bundles.f"], ..image(main, &kernels) },
        Image { exports: &["bundles.f"], ..image(library, &others) },
    ]);
    let context = context_of(&cpu());
    let objects = ["noop.uses", "noop.lib"].map(|name| {
        let input = find(&context, BundleState::Input, &[id(name)]).unwrap();
        bundle::convert(&[&input], BundleState::Object, None).unwrap()
    });
    let linked = bundle::convert(&[&objects[0], &objects[1]], BundleState::Executable, None).unwrap();
    assert!(linked.has_kernel(&id("noop.uses"), Some(&cpu())) && linked.has_kernel(&id("noop.lib"), None));
    assert_eq!((builds(main), builds(library)), (1, 1), "compiled programs are linked as they are");
}

#[test]
fn kernels_have_one_identity_each() {
    let kernels = [("noop.id@3", NO_CLOSURE), ("noop.id", NO_CLOSURE)];
    let _images = Images::register(&[image("kernels=noop.id@3,noop.id", &kernels)]);
    let of_unit = |unit| bundle::kernel_id(&["missing", "noop.id"], unit, 0).unwrap();
    assert_eq!(of_unit("3").name(), "noop.id@3");
    assert_eq!(of_unit("4").name(), "noop.id");
    assert!(Arc::ptr_eq(&of_unit("4"), &id("noop.id")));
    let all = bundle::kernel_ids().unwrap();
    assert_eq!(all.iter().filter(|known| known.name() == "noop.id").count(), 1);
    assert!(bundle::kernel_id(&["missing"], "3", 0).unwrap_err().to_string().contains("missing"));
}

#[test]
fn devices_and_contexts_must_fit() {
    let kernels = [("noop.fit", NO_CLOSURE)];
    let _images = Images::register(&[image("kernels=noop.fit", &kernels)]);
    let (context, other) = (context_of(&cpu()), context_of(&gpu()));
    let errc = |result: Result<Arc<Object<KernelBundle>>>| result.unwrap_err().errc();
    let ask = |devices: &[Arc<Object<Device>>]| {
        bundle::find(&Request { state: BundleState::Input, context: &context, devices, kernels: None }, |_| true)
    };
    assert_eq!(errc(ask(&[])), Errc::Invalid);
    assert_eq!(errc(ask(&[gpu()])), Errc::Invalid);
    assert!(ask(&[cpu(), cpu()]).unwrap().devices().len() == 1);
    // The mock's GPU has no linker.
    assert_eq!(errc(find(&other, BundleState::Object, &[id("noop.fit")])), Errc::Invalid);
    let request = |state| Request { state, context: &other, devices: other.devices(), kernels: None };
    assert!(!bundle::exists(&request(BundleState::Object)).unwrap());
    assert!(bundle::exists(&request(BundleState::Input)).unwrap());

    let here = find(&context, BundleState::Input, &[id("noop.fit")]).unwrap();
    let there = find(&other, BundleState::Input, &[id("noop.fit")]).unwrap();
    assert_eq!(errc(bundle::join(&[&here, &there])), Errc::Invalid);
    assert_eq!(errc(bundle::convert(&[&here], BundleState::Executable, Some(&[gpu()]))), Errc::Invalid);
    assert_eq!(errc(bundle::convert(&[&here], BundleState::Executable, Some(&[]))), Errc::Invalid);
    assert_eq!(errc(bundle::convert(&[], BundleState::Executable, None)), Errc::Invalid);
    assert!(bundle::join(&[]).unwrap().images().is_empty());
    assert_eq!(bundle::join(&[&here, &here]).unwrap().images().len(), 1);
    assert!(here.check_context(&context).is_ok() && here.check_context(&other).is_err());
}

#[test]
fn constants_belong_to_the_images_of_a_bundle() {
    let text = "kernels=noop.spec";
    let kernels = [("noop.spec", NO_CLOSURE)];
    let _images = Images::register(&[Image { constants: &["size"], ..image(text, &kernels) }]);
    let context = context_of(&cpu());
    let (size, other) = (SpecName { name: "size", unit: "" }, SpecName { name: "other", unit: "" });
    let input = find(&context, BundleState::Input, &[id("noop.spec")]).unwrap();
    assert!(input.has_spec_constants() && input.has_spec_constant(size) && !input.has_spec_constant(other));
    assert_eq!(input.spec_constant(size), None);
    let before = bundle::join(&[&input]).unwrap();
    assert!(Arc::ptr_eq(&before.images()[0], &input.images()[0]), "images are shared");
    input.set_spec_constant(size, &5_u32.to_ne_bytes());
    assert_eq!(input.spec_constant(size).as_deref(), Some(5_u32.to_ne_bytes().as_slice()));
    assert_eq!(before.spec_constant(size), None, "values belong to the bundle");
    let after = bundle::join(&[&input, &before]).unwrap();
    assert_eq!(after.images().len(), 2);
    assert_eq!(after.spec_constant(size).as_deref(), Some(5_u32.to_ne_bytes().as_slice()));
    let built = bundle::convert(&[&input], BundleState::Executable, None).unwrap();
    input.set_spec_constant(size, &6_u32.to_ne_bytes());
    assert_eq!(built.spec_constant(size).as_deref(), Some(5_u32.to_ne_bytes().as_slice()));
    bundle::convert(&[&before], BundleState::Executable, None).unwrap();
    assert_eq!(builds(text), 2, "other values are other programs");
}

#[test]
fn required_sizes_that_a_device_lacks_are_refused() {
    let names = ["noop.sub8", "noop.sub32", "noop.group", "noop.large", "noop.deep", "noop.plain"];
    let kernels = names.map(|name| (name, NO_CLOSURE));
    let metadata = [
        ("noop.sub8@reqd_sub_group_size", Metadata::Number(8)),
        ("noop.sub32@reqd_sub_group_size", Metadata::Number(32)),
        ("noop.group@reqd_work_group_size", Metadata::List(&[16, 16, 1])),
        ("noop.large@reqd_work_group_size", Metadata::List(&[512, 1, 1])),
        ("noop.deep@reqd_work_group_size", Metadata::List(&[1, 1, 128])),
    ];
    let _images = Images::register(&[Image { metadata: &metadata, ..image("kernels=noop.sizes", &kernels) }]);
    let runs = names.map(|name| bundle::is_compatible(&[id(name)], &cpu()).unwrap());
    assert_eq!(runs, [true, false, true, false, false, true]);
    let context = context_of(&cpu());
    for name in ["noop.sub32", "noop.large"] {
        let error = find(&context, BundleState::Executable, &[id(name)]).unwrap_err();
        assert_eq!(error.errc(), Errc::Invalid);
    }
    let bundle = find(&context, BundleState::Input, &[id("noop.plain")]).unwrap();
    let inside = names.map(|name| bundle.has_kernel(&id(name), None));
    assert_eq!(inside, runs, "images may have kernels that do not run here");

    let queue = queue(&cpu(), false);
    for (name, text) in [("noop.sub32", "sub-groups of 32"), ("noop.large", "work-groups of 1x1x512")] {
        let (cache, name) = (AtomicUsize::new(0), CString::new(name).unwrap());
        // SAFETY: the text outlives the slot.
        let (name, unit) = unsafe { (CText::new(name.as_ptr()), CText::new(std::ptr::null())) };
        let slot = KernelSlot { id: &cache, name, unit, closure_size: 0 };
        let error = queue.specialized_kernel(&slot, &Default::default()).unwrap_err();
        assert_eq!(error.errc(), Errc::KernelNotSupported);
        assert!(error.to_string().contains(text), "{error}");
        let error = bundle.slot_kernel(&slot, &cpu()).unwrap_err();
        assert_eq!(error.errc(), Errc::KernelNotSupported);
    }
}
