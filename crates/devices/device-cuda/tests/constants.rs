//! Specialization constants that code reads from memory, over the fake.

#[allow(dead_code, reason = "other tests use more of it")]
mod support;

use tandem_device::{CompileRequest, Driver, HostPtr, LinkRequest, Program, SpecConstant};
use tandem_device_cuda::CudaDriver;
use tandem_image::spec_constant::variable_name;

const ID: u32 = 7;

/// One test, since a process opens CUDA's driver once.
#[test]
fn constants_in_memory_have_their_values() {
    support::use_fake(&[]);
    let driver = CudaDriver::new();
    let found = driver.probe().unwrap();
    let device = driver.create_context(&found).unwrap().device(&found[0]).unwrap();
    let image = support::with_constant(&*device, ID);
    let value_in = |program: &dyn Program| {
        let variable = program.symbol(&variable_name(ID)).expect("the package lists it");
        let mut value = [0_u8; 4];
        device.host_transfer().unwrap().read(variable, HostPtr(value.as_mut_ptr()), 4).unwrap();
        u32::from_le_bytes(value)
    };
    let bytes = 42_u32.to_le_bytes();
    let constants = [SpecConstant { id: ID, bytes: &bytes }, SpecConstant { id: ID + 1, bytes: &bytes }];
    let request = CompileRequest { spec_constants: &constants, ..image.request() };

    assert_eq!(value_in(&*device.build(&image.request()).unwrap()), 0);
    assert_eq!(value_in(&*device.build(&request).unwrap()), 42);
    let objects = [device.compile(&request).unwrap()];
    assert_eq!(value_in(&*device.link(&LinkRequest { objects: &objects, options: "" }).unwrap()), 42);

    // A value of the wrong size is not written.
    let constants = [SpecConstant { id: ID, bytes: &[1; 8] }];
    let error = device.build(&CompileRequest { spec_constants: &constants, ..image.request() }).map(|_| ());
    let text = error.expect_err("the variable has 4 bytes").to_string();
    assert!(text.contains("specialization constant 7 has 4 bytes, its value 8"), "{text}");
}
