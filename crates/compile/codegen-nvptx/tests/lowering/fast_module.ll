; Where all arithmetic may be approximate, subnormal numbers count as zero, as with nvcc's
; -use_fast_math.
; expect: div.approx.ftz.f32
; expect: add.ftz.f32
define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y) {
  %b = fdiv fast float %x, %y
  store volatile float %b, ptr addrspace(1) %out
  %f = fadd fast float %y, %x
  store volatile float %f, ptr addrspace(1) %out
  ret void
}
