; What is only read stays where it is passed, also where the index is not known.
; expect: .param .align 8 .b8 k_param_0[64]
; expect: ld.param.u64
; absent: __local_depot
%values = type { [8 x i64] }

define spir_kernel void @k(ptr byval(%values) align 8 %p, i64 %i, ptr addrspace(1) %out) {
  %q = getelementptr [8 x i64], ptr %p, i64 0, i64 %i
  %v = load i64, ptr %q
  store i64 %v, ptr addrspace(1) %out
  ret void
}
