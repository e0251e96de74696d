; What may be approximate is an instruction of the hardware, or libdevice's fast function.
; expect: // cosf
; expect: div.approx.f32
; expect: rsqrt.approx.f32
; expect: sqrt.approx.f32
; expect: div.rn.f32
declare float @__spirv_ocl_cos.f32(float)
declare float @llvm.sqrt.f32(float)

define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y) {
  %a = call afn float @__spirv_ocl_cos.f32(float %x)
  store volatile float %a, ptr addrspace(1) %out
  %b = fdiv afn float %x, %y
  store volatile float %b, ptr addrspace(1) %out
  %c = call afn float @llvm.sqrt.f32(float %x)
  %d = fdiv afn float 1.0, %c
  store volatile float %d, ptr addrspace(1) %out
  %e = call afn float @llvm.sqrt.f32(float %y)
  store volatile float %e, ptr addrspace(1) %out
  %f = fdiv float %y, %x
  store volatile float %f, ptr addrspace(1) %out
  ret void
}
