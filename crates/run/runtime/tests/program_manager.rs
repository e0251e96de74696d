//! Registered images: lookup, selection, linking, building once, errors.

mod mock;

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use mock::{Image, Images, builds, cpu, gpu, queue, queue_in, submit};
use tandem_image::layout::{KernelLayout, Record, RecordKind};
use tandem_runtime::buffer::{Buffer, BufferFlags, HostAccess};
use tandem_runtime::event::EventRef;
use tandem_runtime::kernel::Kernel;
use tandem_runtime::object::Object;
use tandem_runtime::programs::{SpecName, SpecValues};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::*;
use tandem_runtime::{Errc, Error, Result};

/// The slot of a kernel, as the headers define one per instantiation.
struct Slot {
    cache: AtomicUsize,
    name: CString,
    unit: CString,
}

impl Slot {
    fn new(name: &str, unit: &str) -> Self {
        let text = |text| CString::new(text).unwrap();
        Self { cache: AtomicUsize::new(0), name: text(name), unit: text(unit) }
    }

    fn launch(&self, queue: &Arc<Object<Queue>>, closure: &[u8], accesses: &[Access<'_>]) -> Result<Option<EventRef>> {
        // SAFETY: the texts live in `self`.
        let (name, unit) = unsafe { (CText::new(self.name.as_ptr()), CText::new(self.unit.as_ptr())) };
        let operation = Operation::Kernel {
            source: KernelSource::Slot(KernelSlot { id: &self.cache, name, unit, closure_size: closure.len() }),
            range: NdRange::SINGLE,
            args: Args::Closure(Closure { bytes: closure, scratch_bytes: 0 }),
        };
        // SAFETY: the tests wait before memory goes.
        unsafe { queue.submit(Submission { accesses, ..Submission::new(operation) }) }
    }
}

fn layout(closure_size: u32, records: &[(RecordKind, u32, u32)]) -> KernelLayout {
    let record = |&(kind, offset, size)| Record { kind, offset, size };
    KernelLayout { closure_size, records: records.iter().map(record).collect() }
}

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

#[test]
fn closures_are_cut_by_the_layout_of_the_image() {
    let kernels = [("append.cut", layout(24, &[(RecordKind::Accessor, 8, 8), (RecordKind::Value, 20, 4)]))];
    let _images = Images::register(&[image("kernels=append.cut", &kernels)]);
    let mut data = [0_u32; 4];
    // SAFETY: the data outlives the buffer.
    let buffer = unsafe { Buffer::new(data.as_mut_ptr().cast(), 16, BufferFlags::default()) };
    let queue = queue(&cpu(), false);
    let key = Arc::as_ptr(&buffer) as usize;
    let mut closure = [0_u8; 24];
    closure[8..16].copy_from_slice(&key.to_ne_bytes());
    closure[20..24].copy_from_slice(&77_u32.to_ne_bytes());
    let access = Access { key, buffer: &buffer, mode: AccessMode::READ_WRITE, offset: 0, size: 16 };
    let slot = Slot::new("append.cut", "");
    for _ in 0..2 {
        slot.launch(&queue, &closure, &[access]).unwrap();
    }
    let host = HostAccess::begin(&buffer, AccessMode::READ).unwrap();
    drop(host);
    assert_eq!(data, [2, 77, 77, 0]);
    assert_eq!(builds("kernels=append.cut"), 1);

    // An accessor that was default-constructed.
    let mut empty = closure;
    empty[8..16].fill(0);
    slot.launch(&queue, &empty, &[]).unwrap();
    assert_eq!(data, [2, 77, 77, 0]);

    let error = slot.launch(&queue, &closure, &[]).unwrap_err();
    assert!(error.to_string().contains("does not belong to its command group"), "{error}");
    let error = Slot::new("append.cut", "").launch(&queue_on_new_context(), &closure[..16], &[access]).unwrap_err();
    assert_eq!(error.errc(), Errc::KernelArgument);
    assert!(error.to_string().contains("16 bytes on the host and 24"), "{error}");
}

fn queue_on_new_context() -> Arc<Object<Queue>> {
    queue(&cpu(), false)
}

#[test]
fn kernels_of_a_translation_unit_come_before_others_of_that_name() {
    let kernels = [("noop.unit@7", layout(0, &[])), ("noop.unit", layout(0, &[]))];
    let _images = Images::register(&[image("kernels=noop.unit@7,noop.unit", &kernels)]);
    let queue = queue(&cpu(), false);
    let kernel = |unit: &str| {
        let slot = Slot::new("noop.unit", unit);
        // SAFETY: the texts live in `slot`.
        let (name, unit) = unsafe { (CText::new(slot.name.as_ptr()), CText::new(slot.unit.as_ptr())) };
        let slot = KernelSlot { id: &slot.cache, name, unit, closure_size: 0 };
        queue.kernel(KernelSource::Slot(slot)).unwrap().name().into_owned()
    };
    assert_eq!(kernel("7"), "noop.unit@7");
    assert_eq!(kernel("8"), "noop.unit");
    assert_eq!(kernel(""), "noop.unit");
}

#[test]
fn padding_of_constants_tells_no_programs_apart() {
    let text = "kernels=noop.padding";
    let kernels = [("noop.padding", layout(0, &[]))];
    let _images = Images::register(&[Image { constants: &["padded"], ..image(text, &kernels) }]);
    let (queue, slot) = (queue(&cpu(), false), Slot::new("noop.padding", ""));
    // The constant has four bytes in the image.
    for (bytes, programs) in [([7, 0, 0, 0, 1, 1], 1), ([7, 0, 0, 0, 2, 2], 1), ([8, 0, 0, 0, 1, 1], 2)] {
        let mut constants = SpecValues::default();
        constants.set(SpecName { name: "padded", unit: "" }, &bytes);
        // SAFETY: the texts live in `slot`.
        let (name, unit) = unsafe { (CText::new(slot.name.as_ptr()), CText::new(slot.unit.as_ptr())) };
        let slot = KernelSlot { id: &slot.cache, name, unit, closure_size: 0 };
        queue.specialized_kernel(&slot, &constants).unwrap();
        assert_eq!(builds(text), programs, "{bytes:?}");
    }
}

#[test]
fn many_threads_that_want_a_program_build_it_once() {
    let text = "kernels=noop.once;slow";
    let kernels = [("noop.once", layout(0, &[]))];
    let _images = Images::register(&[image(text, &kernels)]);
    let first = queue(&cpu(), false);
    let slot = Slot::new("noop.once", "");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let queue = queue_in(first.context(), &cpu(), true);
                slot.launch(&queue, &[], &[]).unwrap();
                queue.wait();
            });
        }
    });
    assert_eq!(builds(text), 1);
    slot.launch(&queue_on_new_context(), &[], &[]).unwrap();
    assert_eq!(builds(text), 2, "another context builds anew");
}

#[test]
fn images_that_export_what_is_missing_are_linked() {
    let kernels = [("noop.link", layout(0, &[]))];
    let main = Image { imports: &["f", "_Z1ei"], ..image("kernels=noop.link;imports=f,_Z1ei", &kernels) };
    let library = Image { exports: &["f", "_Z1ei"], imports: &["g"], ..image("exports=f,_Z1ei;imports=g", &[]) };
    let main = Images::register(&[main]);
    let queue = queue(&cpu(), false);
    let slot = Slot::new("noop.link", "");
    let missing = |slot: &Slot| match slot.launch(&queue, &[], &[]).unwrap_err() {
        Error::UnresolvedImports { symbols, searched, .. } => {
            assert!(!searched.is_empty());
            symbols
        }
        error => panic!("{error}"),
    };
    let mut both = missing(&slot);
    both.sort();
    assert_eq!(both, ["`e(int)`", "`f`"]);
    let library = Images::register(&[library]);
    assert_eq!(missing(&slot), ["`g`"]);
    let other = Images::register(&[Image { target: "amdgcn", exports: &["g"], ..image("exports=g;amd", &[]) }]);
    let wrong = missing(&slot);
    assert!(wrong[0].starts_with("`g` (") && wrong[0].ends_with(" defines it for amdgcn only)"), "{wrong:?}");
    let base = Images::register(&[Image { exports: &["g", "h"], ..image("exports=g,h", &[]) }]);
    slot.launch(&queue, &[], &[]).unwrap();
    drop((main, library, other, base));
}

#[test]
fn a_kernel_that_was_built_as_part_of_another_program_is_not_built_again() {
    let app = [("noop.app", layout(0, &[]))];
    let library = [("noop.library", layout(0, &[]))];
    let app = Image { imports: &["shared.f"], ..image("kernels=noop.app;imports=shared.f", &app) };
    let text = "kernels=noop.library;exports=shared.f";
    let _library = Images::register(&[Image { exports: &["shared.f"], ..image(text, &library) }]);
    let _app = Images::register(&[app]);
    let queue = queue(&cpu(), true);
    let (app, library) = (Slot::new("noop.app", ""), Slot::new("noop.library", ""));
    app.launch(&queue, &[], &[]).unwrap();
    library.launch(&queue, &[], &[]).unwrap();
    assert_eq!(builds(text), 1);

    let other = queue_on_new_context();
    library.launch(&other, &[], &[]).unwrap();
    app.launch(&other, &[], &[]).unwrap();
    assert_eq!(builds(text), 3, "the library's kernel alone, then the application's program");
}

#[test]
fn images_may_need_each_other_and_the_first_definition_counts() {
    let kernels = [("noop.cycle", layout(0, &[]))];
    let main = Image { imports: &["cycle.a"], ..image("kernels=noop.cycle;imports=cycle.a", &kernels) };
    let a = "exports=cycle.a,cycle.c;imports=cycle.b";
    let b = "exports=cycle.b;imports=cycle.c";
    let second = "exports=cycle.a;second";
    let _images = Images::register(&[
        main,
        Image { exports: &["cycle.a", "cycle.c"], imports: &["cycle.b"], ..image(a, &[]) },
        Image { exports: &["cycle.b"], imports: &["cycle.c"], ..image(b, &[]) },
        Image { exports: &["cycle.a"], ..image(second, &[]) },
    ]);
    Slot::new("noop.cycle", "").launch(&queue(&cpu(), true), &[], &[]).unwrap();
    assert_eq!((builds(a), builds(b), builds(second)), (1, 1, 0));
}

#[test]
fn what_two_images_need_is_in_the_program_once() {
    let kernels = [("noop.diamond", layout(0, &[]))];
    let main = "kernels=noop.diamond;imports=left,right";
    let (left, right, base) = ("exports=left;imports=base", "exports=right;imports=base", "exports=base;diamond");
    let foreign = Image { target: "amdgcn", exports: &["base"], ..image("exports=base;foreign", &[]) };
    let _images = Images::register(&[
        Image { imports: &["left", "right"], ..image(main, &kernels) },
        Image { exports: &["left"], imports: &["base"], ..image(left, &[]) },
        Image { exports: &["right"], imports: &["base"], ..image(right, &[]) },
        foreign,
        Image { exports: &["base"], ..image(base, &[]) },
    ]);
    Slot::new("noop.diamond", "").launch(&queue(&cpu(), true), &[], &[]).unwrap();
    assert_eq!([left, right, base, "exports=base;foreign"].map(builds), [1, 1, 1, 0]);
}

#[test]
fn a_module_may_go_and_come_back_with_other_code() {
    let queue = queue(&cpu(), true);
    let kernels = [("noop.again", layout(0, &[]))];
    let slot = Slot::new("noop.again", "");
    let first = Images::register(&[image("kernels=noop.again;v1", &kernels)]);
    slot.launch(&queue, &[], &[]).unwrap();
    drop(first);
    let error = slot.launch(&queue, &[], &[]).unwrap_err();
    assert!(matches!(error, Error::UnknownKernel { .. }), "{error}");
    let _second = Images::register(&[image("kernels=noop.again;v2", &kernels)]);
    slot.launch(&queue, &[], &[]).unwrap();
    assert_eq!((builds("kernels=noop.again;v1"), builds("kernels=noop.again;v2")), (1, 1));
    assert!(tandem_runtime::kernel_names().unwrap().contains(&"noop.again".to_owned()));
}

#[test]
fn failed_builds_carry_the_log() {
    let kernels = [("noop.broken", layout(0, &[]))];
    let _images = Images::register(&[image("kernels=noop.broken;broken", &kernels)]);
    let error = Slot::new("noop.broken", "").launch(&queue(&cpu(), false), &[], &[]).unwrap_err();
    assert_eq!(error.errc(), Errc::Build);
    let text = error.to_string();
    assert!(text.contains("line 1: this module is broken") && text.contains("noop.broken"), "{text}");
    assert!(text.contains("mock cpu"), "{text}");
}

#[test]
fn images_for_other_devices_are_not_taken() {
    let kernels = [("noop.other", layout(0, &[]))];
    let other = Image { target: "amdgcn", ..image("kernels=noop.other;other", &kernels) };
    let _other = Images::register(&[other]);
    let slot = Slot::new("noop.other", "");
    let queue = queue(&gpu(), false);
    let error = slot.launch(&queue, &[], &[]).unwrap_err();
    assert_eq!(error.errc(), Errc::KernelNotSupported);
    assert!(error.to_string().contains("amdgcn"), "{error}");
    let _fitting = Images::register(&[image("kernels=noop.other;fits", &kernels)]);
    slot.launch(&queue, &[], &[]).unwrap();
}

#[test]
fn a_program_from_spirv_has_the_kernels_of_the_module() {
    let queue = queue(&cpu(), false);
    let kernel = |name| Kernel::from_spirv(queue.context(), queue.device(), b"kernels=noop", name, "");
    let noop = kernel("noop").unwrap();
    let operation =
        Operation::Kernel { source: KernelSource::Kernel(&noop), range: NdRange::SINGLE, args: Args::List(&[]) };
    submit(&queue, Submission::new(operation)).wait();
    assert_eq!(kernel("missing").unwrap_err().errc(), Errc::Kernel);
}
