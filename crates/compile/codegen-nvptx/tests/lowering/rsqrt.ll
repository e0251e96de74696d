; One over a square root is one instruction.
; expect: rsqrt.approx.f32
; absent: sqrt.rn
declare float @__spirv_ocl_rsqrt.f32(float)

define spir_kernel void @k(ptr addrspace(1) %out, float %x) {
  %r = call float @__spirv_ocl_rsqrt.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}
