//! Binaries of programs that were compiled ahead of time keep values of specialization constants.

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use tandem_device::{CodeFormat, CompileRequest, Device, DeviceCode, Driver, SpecConstant};
use tandem_device_cuda::CudaDriver;
use tandem_image::spec_constant;
use tandem_native_cuda::{Code, CodeKind, Package, Processor, Variable};

fn main() {
    support::use_fake(&[]);
    let driver = CudaDriver::new();
    let found = driver.probe().expect("the driver probes");
    let context = driver.create_context(&found).expect("a context");
    let device = context.device(&found[0]).expect("its device");
    let [first, second, third] = [1, 2, 3].map(|value: u8| vec![value; 4]);
    let image = package().encode();

    let program = build(&*device, &image, &[(7, &first), (9, &second)]);
    assert_eq!(constants(&program), [(7, first.clone()), (9, second.clone())]);
    // The values of a request follow those of the binary.
    let again = build(&*device, &program, &[(9, &third)]);
    assert_eq!(constants(&again), [(7, first.clone()), (9, third)]);

    let object = with_constants(&image, &[(7, &second)], |request| device.compile(request).expect("it compiles"));
    assert_eq!(constants(&object.binary().expect("its bytes")), [(7, second)]);
    println!("binaries ... ok");
}

/// A program with one constant's variable, and none for the other.
fn package() -> Package {
    let name = spec_constant::variable_name(7);
    let ptx = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .global .align 4 .b8 constant[4];\n";
    let code = Code { kind: CodeKind::Ptx, processor: Processor::OLDEST, bytes: ptx.as_bytes().to_vec() };
    let variable = Variable { name, symbol: "constant".into(), bytes: 4 };
    Package { variables: vec![variable], codes: vec![code], ..Package::default() }
}

/// The binary of a program.
fn build(device: &dyn Device, image: &[u8], values: &[(u32, &[u8])]) -> Vec<u8> {
    with_constants(image, values, |request| device.build(request).expect("it builds").binary().expect("its bytes"))
}

fn with_constants<R>(bytes: &[u8], values: &[(u32, &[u8])], run: impl FnOnce(&CompileRequest<'_>) -> R) -> R {
    let values: Vec<_> = values.iter().map(|(id, bytes)| SpecConstant { id: *id, bytes }).collect();
    let image = DeviceCode { format: CodeFormat::Native, target: "nvptx64", bytes };
    run(&CompileRequest { image, options: "", spec_constants: &values })
}

fn constants(bytes: &[u8]) -> Vec<(u32, Vec<u8>)> {
    Package::decode(bytes).expect("a package").constants
}
