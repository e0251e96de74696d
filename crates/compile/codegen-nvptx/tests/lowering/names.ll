; PTX has letters, digits, `_` and `$`.
; expect: .visible .global .align 4 .u32 tandem$2espec$2e7
; expect: .visible .entry _ZZ4mainE1k10unit_a$2eb(
@tandem.spec.7 = addrspace(1) externally_initialized constant i32 3, align 4

define spir_kernel void @"_ZTSZ4mainE1k@a.b"(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) @tandem.spec.7
  store i32 %v, ptr addrspace(1) %out
  ret void
}
