//! Compiling and linking apart.

use std::any::Any;
use std::sync::Arc;

use tandem_device::{DeviceCode, Error, LinkRequest, NdRange, Object, Program, Result};

use crate::rule::{Group, Need, Rule};
use crate::subject::Image;
use crate::target::{TestedDevice, buffer, launch};

/// The rules.
pub const GROUP: Group = Group {
    name: "linking",
    rules: &[
        Rule {
            name: "apart",
            text: "a program can be compiled first and linked later, when the image is gone",
            needs: Need::Nothing,
            check: apart,
        },
        Rule {
            name: "foreign_objects",
            text: "objects of other drivers are not linked",
            needs: Need::Nothing,
            check: foreign_objects,
        },
        Rule {
            name: "binaries_of_objects",
            text: "the binary of an object compiles to the same object",
            needs: Need::Nothing,
            check: binaries_of_objects,
        },
        Rule {
            name: "symbols",
            text: "objects find each other's symbols, in any order, and can be linked more than once",
            needs: Need::Symbols,
            check: symbols,
        },
        Rule {
            name: "undefined_symbols",
            text: "a unit compiles without the symbols that it needs, and the link names them",
            needs: Need::Symbols,
            check: undefined_symbols,
        },
        Rule {
            name: "binaries_of_linked_programs",
            text: "the binary of a program of several objects has all of them",
            needs: Need::Symbols,
            check: binaries_of_linked_programs,
        },
    ],
};

fn compile(target: &TestedDevice, image: &Image) -> Arc<dyn Object> {
    target.device().compile(&image.request()).expect("the unit compiles")
}

fn link(target: &TestedDevice, objects: &[&Arc<dyn Object>]) -> Result<Arc<dyn Program>> {
    let objects: Vec<Arc<dyn Object>> = objects.iter().map(|object| Arc::clone(object)).collect();
    target.device().link(&LinkRequest { objects: &objects, options: "" })
}

/// Runs a kernel that writes a number for each work-item.
#[track_caller]
fn check_results(target: &TestedDevice, program: &dyn Program, kernel: &str, expected: fn(u64) -> u64) {
    let kernel = program.kernel(kernel).expect("with its kernels");
    let object = buffer(&[0; 80]);
    target.run(launch(&kernel, NdRange::linear(10), &object)).expect("a launch");
    assert_eq!(target.numbers(&object), (0..10).map(expected).collect::<Vec<u64>>());
}

fn apart(target: &TestedDevice) {
    let object = compile(target, &(target.subject.image)(target.device()));
    let program = link(target, &[&object]).expect("the program is linked");
    drop(object);
    check_results(target, &*program, "ids", |id| id + 1);
}

/// An object of no driver.
struct Foreign;

impl Object for Foreign {
    fn binary(&self) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn foreign_objects(target: &TestedDevice) {
    let own = compile(target, &(target.subject.image)(target.device()));
    let foreign: Arc<dyn Object> = Arc::new(Foreign);
    for objects in [vec![&foreign], vec![&own, &foreign]] {
        let error = link(target, &objects).err().expect("another driver's object");
        assert!(matches!(&error, Error::UnsupportedImage(text) if !text.is_empty()), "{error}");
    }
}

/// The native image of a binary.
fn image_of(target: &TestedDevice, binary: Vec<u8>) -> Image {
    let image = Image::native(&target.device().info().native_target, binary);
    let borrowed: DeviceCode<'_> = image.borrow();
    target.device().accepts(&borrowed).expect("it is the device's own");
    image
}

fn binaries_of_objects(target: &TestedDevice) {
    let object = compile(target, &(target.subject.image)(target.device()));
    let again = compile(target, &image_of(target, object.binary().expect("it has a binary")));
    let program = link(target, &[&again]).expect("the program is linked");
    check_results(target, &*program, "ids", |id| id + 1);
}

/// The two objects of [`Subject::linked`](crate::Subject::linked).
fn linked(target: &TestedDevice) -> [Arc<dyn Object>; 2] {
    let images = target.subject.linked.expect("the rule needs it");
    images(target.device()).map(|image| compile(target, &image))
}

fn symbols(target: &TestedDevice) {
    let [user, provider] = linked(target);
    for objects in [[&user, &provider], [&provider, &user], [&user, &provider]] {
        let program = link(target, &objects).expect("the program is linked");
        check_results(target, &*program, "linked", |id| 2 * id);
    }
}

fn undefined_symbols(target: &TestedDevice) {
    let [user, provider] = linked(target);
    let error = link(target, &[&user]).err().expect("a symbol is missing");
    assert!(matches!(&error, Error::Build { log } if log.contains("twice")), "{error}");
    let images = target.subject.linked.expect("the rule needs it");
    let error = target.device().build(&images(target.device())[0].request()).err().expect("a symbol is missing");
    assert!(matches!(&error, Error::Build { log } if log.contains("twice")), "{error}");
    link(target, &[&provider]).expect("a program without kernels");
}

fn binaries_of_linked_programs(target: &TestedDevice) {
    let [user, provider] = linked(target);
    let program = link(target, &[&user, &provider]).expect("the program is linked");
    let image = image_of(target, program.binary().expect("it has a binary"));
    let program = target.device().build(&image.request()).expect("it builds again");
    check_results(target, &*program, "linked", |id| 2 * id);
    let [user, provider] = [user, provider].map(|object| image_of(target, object.binary().expect("a binary")));
    let [user, provider] = [compile(target, &user), compile(target, &provider)];
    let program = link(target, &[&user, &provider]).expect("the program is linked");
    check_results(target, &*program, "linked", |id| 2 * id);
}
