; Products and sums are those that the assembler may make one operation of.
; expect: mul.f32
; expect: add.f32
; absent: .rn.f32
define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y, float %z) {
  %p = fmul float %x, %y
  store volatile float %p, ptr addrspace(1) %out
  %s = fadd float %x, %z
  store volatile float %s, ptr addrspace(1) %out
  ret void
}
