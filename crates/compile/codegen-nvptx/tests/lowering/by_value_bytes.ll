; Bytes without an alignment of their own lie so that numbers in them are loaded at once.
; expect: .param .align 8 .b8 k_param_0[24]
; expect: ld.param.u32
; absent: ld.param.u8
define spir_kernel void @k(ptr byval([24 x i8]) align 1 %p, ptr addrspace(1) %out) {
  %q = getelementptr i8, ptr %p, i64 12
  %v = load i32, ptr %q, align 1
  store i32 %v, ptr addrspace(1) %out
  ret void
}
