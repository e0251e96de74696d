//! The fake of CUDA's driver, and the kernels of the conformance suite in PTX.

use tandem_device::Device;
use tandem_device_conformance::Image;
use tandem_device_ir::{Parameter, ParameterKind, PlacedParameter};
use tandem_native_cuda::{Code, CodeKind, CudaKernel, LAUNCH_DATA_BYTES, Package, Processor};

/// Has the driver open the fake, which sees these variables. Called before there are threads.
pub fn use_fake(variables: &[(&str, &str)]) {
    let program = std::env::current_exe().expect("the path of the test program");
    let folders = program.ancestors().skip(1).take(2);
    let library = folders.map(|folder| folder.join("libfake_cuda.so")).find(|path| path.exists());
    let library = library.expect("cargo has built the fake");
    // SAFETY: no other thread runs yet.
    unsafe {
        std::env::set_var("TANDEM_CUDA_DRIVER", library);
        // The fake linker's output is no code for a GPU.
        std::env::set_var("SYCL_CACHE_PERSISTENT", "0");
        variables.iter().for_each(|(name, value)| std::env::set_var(name, value));
    }
}

/// The prologue of the kernels: `%x`, `%y` and `%z` are the id without the offset; work-items beyond the range end.
const PROLOGUE: &str = "
    .reg .pred %beyond;
    .reg .b32 %group, %size, %item, %scratch;
    .reg .b64 %x, %y, %z, %end, %value, %number, %at, %t<8>;
";

/// Computes an id in a dimension.
fn id(register: &str, dimension: &str, offset: u32) -> String {
    format!(
        "
    mov.u32 %group, %ctaid.{dimension};
    mov.u32 %size, %ntid.{dimension};
    mov.u32 %item, %tid.{dimension};
    mul.wide.u32 {register}, %group, %size;
    cvt.u64.u32 %t0, %item;
    add.u64 {register}, {register}, %t0;
    ld.param.u64 %end, [launch+{offset}];
    setp.ge.u64 %beyond, {register}, %end;
    @%beyond ret;
"
    )
}

/// An entry that stores `%value` at the index `%at` of the array `out`.
fn entry(name: &str, parameters: &str, body: &str) -> String {
    let ids = [id("%x", "x", 0), id("%y", "y", 8), id("%z", "z", 16)].concat();
    format!(
        ".visible .entry {name}(\n.param .u64 out,\n{parameters}.param .align 8 .b8 launch[64]\n)\n{{{PROLOGUE}{ids}{body}
    ld.param.u64 %t1, [out];
    cvta.to.global.u64 %t1, %t1;
    shl.b64 %t2, %at, 3;
    add.u64 %t1, %t1, %t2;
    st.global.u64 [%t1], %value;
    ret;
}}
"
    )
}

/// Adds the offset to `%x`, and has `%at` be the result.
const GLOBAL_X: &str = "
    ld.param.u64 %t3, [launch+24];
    add.u64 %at, %x, %t3;
";

fn ids() -> String {
    entry("ids", "", &format!("{GLOBAL_X}    add.u64 %value, %at, 1;"))
}

fn places() -> String {
    let body = "
    ld.param.u64 %t3, [launch+24];
    add.u64 %value, %x, %t3;
    ld.param.u64 %t3, [launch+32];
    add.u64 %t3, %y, %t3;
    shl.b64 %t3, %t3, 16;
    add.u64 %value, %value, %t3;
    ld.param.u64 %t3, [launch+40];
    add.u64 %t3, %z, %t3;
    shl.b64 %t3, %t3, 32;
    add.u64 %value, %value, %t3;
    ld.param.u64 %t4, [launch];
    ld.param.u64 %t5, [launch+8];
    mul.lo.u64 %at, %t5, %z;
    add.u64 %at, %at, %y;
    mul.lo.u64 %at, %at, %t4;
    add.u64 %at, %at, %x;";
    entry("places", "", body)
}

fn sum() -> String {
    let body = format!(
        "{GLOBAL_X}
    ld.param.u64 %t4, [in];
    cvta.to.global.u64 %t4, %t4;
    shl.b64 %t5, %at, 3;
    add.u64 %t4, %t4, %t5;
    ld.global.u64 %number, [%t4];
    mov.u32 %scratch, dynamic;
    ld.param.u64 %t6, [local];
    cvt.u32.u64 %group, %t6;
    add.u32 %scratch, %scratch, %group;
    mov.u32 %item, %tid.x;
    shl.b32 %item, %item, 3;
    add.u32 %scratch, %scratch, %item;
    st.shared.u64 [%scratch], %number;
    ld.shared.u64 %number, [%scratch];
    ld.param.u64 %value, [addend];
    add.u64 %value, %value, %number;"
    );
    entry("sum", ".param .u64 addend,\n.param .u64 in,\n.param .u64 local,\n", &body)
}

fn linked_kernel() -> String {
    let call = "
    {
    .param .b64 number;
    .param .b64 result;
    st.param.b64 [number], %at;
    call.uni (result), twice, (number);
    ld.param.b64 %value, [result];
    }";
    entry("linked", "", &format!("{GLOBAL_X}{call}"))
}

fn module(parts: &[String]) -> Vec<u8> {
    let header = ".version 7.0\n.target sm_70\n.address_size 64\n";
    format!("{header}{}", parts.concat()).into_bytes()
}

fn argument(kind: ParameterKind, offset: u32) -> PlacedParameter {
    PlacedParameter { parameter: Parameter::word(kind), offset }
}

fn kernel(name: &str, kinds: &[ParameterKind]) -> CudaKernel {
    let arguments: Vec<_> = (0..).zip(kinds).map(|(index, kind)| argument(*kind, 8 * index)).collect();
    let launch_offset = 8 * kinds.len() as u32;
    CudaKernel {
        name: name.to_owned(),
        symbol: name.to_owned(),
        arguments,
        parameter_bytes: launch_offset + LAUNCH_DATA_BYTES,
        launch_offset,
        ..CudaKernel::default()
    }
}

fn package(device: &dyn Device, kernels: Vec<CudaKernel>, ptx: Vec<u8>) -> Image {
    let codes = vec![Code { kind: CodeKind::Ptx, processor: Processor::OLDEST, bytes: ptx }];
    Image::native(&device.info().native_target, Package { kernels, codes, ..Package::default() }.encode())
}

/// The kernels of the suite, for `Subject::image`.
pub fn image(device: &dyn Device) -> Image {
    use ParameterKind::{Global, Local, Value};
    let shared = ".extern .shared .align 128 .b8 dynamic[];\n".to_owned();
    let kernels =
        vec![kernel("ids", &[Global]), kernel("places", &[Global]), kernel("sum", &[Global, Value, Global, Local])];
    package(device, kernels, module(&[shared, ids(), places(), sum()]))
}

/// A kernel `descriptor` that copies what describes an image, in words of 64 bits: an array, an image
/// and a sampler.
pub fn descriptor(device: &dyn Device) -> Image {
    use ParameterKind::{Global, Image, Sampler};
    let body = format!(
        "{GLOBAL_X}
    ld.param.u64 %t4, [image];
    cvta.to.global.u64 %t4, %t4;
    shl.b64 %t5, %at, 3;
    add.u64 %t4, %t4, %t5;
    ld.global.u64 %value, [%t4];"
    );
    let kernels = vec![kernel("descriptor", &[Global, Image, Sampler])];
    let parameters = ".param .u64 image,\n.param .u64 sampler,\n";
    package(device, kernels, module(&[entry("descriptor", parameters, &body)]))
}

/// The images for `Subject::linked`.
pub fn linked(device: &dyn Device) -> [Image; 2] {
    let declared = ".extern .func (.param .b64 result) twice (.param .b64 number);\n".to_owned();
    let defined = ".visible .func (.param .b64 result) twice (.param .b64 number)
{
    .reg .b64 %number;
    ld.param.b64 %number, [number];
    shl.b64 %number, %number, 1;
    st.param.b64 [result], %number;
    ret;
}
"
    .to_owned();
    let user = module(&[declared, linked_kernel()]);
    [
        package(device, vec![kernel("linked", &[ParameterKind::Global])], user),
        package(device, Vec::new(), module(&[defined])),
    ]
}

/// The image for `Subject::cooperative`. The first group at the barrier adds the complement to its sign bit, the others
/// add one each: with the last one, the bit changes.
pub fn cooperative(device: &dyn Device) -> Image {
    let body = format!(
        "{GLOBAL_X}
    add.u64 %value, %at, 1;
    ld.param.u64 %t1, [out];
    cvta.to.global.u64 %t1, %t1;
    shl.b64 %t2, %at, 3;
    add.u64 %t2, %t1, %t2;
    st.global.u64 [%t2], %value;
    membar.gl;
    bar.sync 0;
    mov.u32 %item, %tid.x;
    setp.ne.u32 %beyond, %item, 0;
    @%beyond bra passed;
    mov.u32 %scratch, %nctaid.x;
    mov.u32 %group, %ctaid.x;
    setp.eq.u32 %beyond, %group, 0;
    sub.u32 %scratch, -2147483647, %scratch;
    selp.u32 %scratch, %scratch, 1, %beyond;
    ld.param.u64 %t3, [launch+56];
    cvta.to.global.u64 %t3, %t3;
    atom.global.add.u32 %group, [%t3], %scratch;
again:
    ld.volatile.global.u32 %scratch, [%t3];
    xor.b32 %scratch, %scratch, %group;
    setp.ge.s32 %beyond, %scratch, 0;
    @%beyond bra again;
    membar.gl;
passed:
    bar.sync 0;
    ld.param.u64 %t4, [launch];
    mov.u32 %size, %ntid.x;
    cvt.u64.u32 %t5, %size;
    add.u64 %t5, %at, %t5;
    rem.u64 %t5, %t5, %t4;
    shl.b64 %t5, %t5, 3;
    add.u64 %t5, %t1, %t5;
    ld.volatile.global.u64 %value, [%t5];
    add.u64 %at, %at, %t4;"
    );
    let rotate = CudaKernel { waits_for_groups: true, ..kernel("rotate", &[ParameterKind::Global]) };
    package(device, vec![rotate], module(&[entry("rotate", "", &body)]))
}

/// A program with a variable for a specialization constant of 4 bytes.
#[allow(dead_code, reason = "one test uses it")]
pub fn with_constant(device: &dyn Device, id: u32) -> Image {
    let name = tandem_image::spec_constant::variable_name(id);
    let ptx = module(&[".visible .global .align 4 .b8 constant[4];\n".to_owned()]);
    let codes = vec![Code { kind: CodeKind::Ptx, processor: Processor::OLDEST, bytes: ptx }];
    let variables = vec![tandem_native_cuda::Variable { name, symbol: "constant".to_owned(), bytes: 4 }];
    Image::native(&device.info().native_target, Package { variables, codes, ..Package::default() }.encode())
}

/// A program whose only kernel, `asserts`, fails an assertion.
#[allow(dead_code, reason = "one test uses it")]
pub fn asserting(device: &dyn Device) -> Image {
    let record = format!(".visible .global .align 8 .b8 {}[8];\n", tandem_native_cuda::ASSERTION_SYMBOL);
    let asserts = CudaKernel { may_assert: true, ..kernel("asserts", &[ParameterKind::Global]) };
    let body = format!("{GLOBAL_X}    mov.u64 %value, 1;");
    package(device, vec![asserts], module(&[record, entry("asserts", "", &body)]))
}
