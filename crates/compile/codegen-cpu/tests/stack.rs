//! The stack that kernels need, in the table of kernels.

mod support;

use support::load;
use tandem_native_cpu::NativeKernel;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Kernels `plain`, `array`, `library` and `pointer`, and function `deep`: `array` and `deep` have an
/// array of 1 MiB, and `pointer` calls `deep` through a pointer.
const KERNELS: &str = "
    declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
    declare spir_func float @_Z18__spirv_ocl_tgammaf(float)
    define spir_kernel void @plain(ptr addrspace(1) %p) {
      store i32 1, ptr addrspace(1) %p
      ret void
    }
    define internal spir_func i32 @fill(i64 %i) noinline {
      %array = alloca [262144 x i32]
      br label %loop
    loop:
      %n = phi i64 [ 0, %0 ], [ %next, %loop ]
      %element = getelementptr i32, ptr %array, i64 %n
      %value = trunc i64 %n to i32
      store volatile i32 %value, ptr %element
      %next = add i64 %n, 1
      %more = icmp ult i64 %next, 262144
      br i1 %more, label %loop, label %done
    done:
      %last = getelementptr i32, ptr %array, i64 %i
      %result = load volatile i32, ptr %last
      ret i32 %result
    }
    define spir_kernel void @array(ptr addrspace(1) %p) {
      %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
      %value = call spir_func i32 @fill(i64 %i)
      store i32 %value, ptr addrspace(1) %p
      ret void
    }
    define spir_kernel void @library(ptr addrspace(1) %p) {
      %x = load float, ptr addrspace(1) %p
      %y = call spir_func float @_Z18__spirv_ocl_tgammaf(float %x)
      store float %y, ptr addrspace(1) %p
      ret void
    }
    define spir_func i32 @deep(i64 %i) {
      %value = call spir_func i32 @fill(i64 %i)
      ret i32 %value
    }
    define spir_kernel void @pointer(ptr addrspace(1) %p, i64 %which) {
      %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
      %is_null = icmp eq i64 %which, 0
      %function = select i1 %is_null, ptr null, ptr @deep
      %value = call spir_func i32 %function(i64 %i)
      store i32 %value, ptr addrspace(1) %p
      ret void
    }";

fn need(kernels: &[NativeKernel], name: &str) -> u64 {
    kernels.iter().find(|kernel| kernel.name == name).expect("the kernel exists").stack_bytes
}

#[test]
fn kernels_need_what_their_functions_need() {
    let kernels = load(KERNELS).kernels;
    assert!((1..KIB).contains(&need(&kernels, "plain")), "{kernels:?}");
    for name in ["array", "pointer"] {
        assert!((MIB..MIB + 64 * KIB).contains(&need(&kernels, name)), "{name}: {kernels:?}");
    }
    // The stack use of the C library is unknown.
    assert!((16 * KIB..64 * KIB).contains(&need(&kernels, "library")), "{kernels:?}");
}
