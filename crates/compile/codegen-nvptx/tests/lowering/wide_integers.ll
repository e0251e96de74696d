; Integers of 65 to 128 bits, which SPIR-V of others has, are in halves: LLVM's back-end does not take all of them as
; parameters, and neither divides nor converts them.
; expect: .param .align 8 .b8 k_param_1[16]
; expect: cvt.rzi.u64.f64
; expect: cvt.rzi.u64.f64
; expect: clz.b64
; expect: cvt.rn.f64.u64
; absent: __udivti3
; absent: __floattidf

define spir_func i128 @quotient(i128 %x, i96 %y) noinline {
  %wide = sext i96 %y to i128
  %q = sdiv i128 %x, %wide
  ret i128 %q
}

define spir_kernel void @k(ptr addrspace(1) %p, i128 %x, double %d) {
  %y = fptosi double %d to i96
  %q = call spir_func i128 @quotient(i128 %x, i96 %y)
  %f = sitofp i128 %q to double
  %g = uitofp i96 %y to float
  store i128 %q, ptr addrspace(1) %p
  store double %f, ptr addrspace(1) %p
  store float %g, ptr addrspace(1) %p
  ret void
}
