; More than 4,352 bytes of parameters need a later version of PTX.
; expect: .version 8.1
; expect: .param .align 8 .b8 k_param_0[8000]
%large = type { [8000 x i8] }

define spir_kernel void @k(ptr byval(%large) align 8 %p, ptr addrspace(1) %out) {
  %q = getelementptr i8, ptr %p, i64 7992
  %v = load i64, ptr %q
  store i64 %v, ptr addrspace(1) %out
  ret void
}
