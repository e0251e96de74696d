; Products and sums become one operation.
; expect: fma.rn.f32
; absent: mul.rn.f32
define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y, float %z) {
  %p = fmul float %x, %y
  %s = fadd float %p, %z
  store float %s, ptr addrspace(1) %out
  ret void
}
