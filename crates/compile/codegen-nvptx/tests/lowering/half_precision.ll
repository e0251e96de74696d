; Functions of half_precision are approximate only where errors are small beside the results.
; expect: // sinf
; absent: // fast
declare float @__spirv_ocl_half_sin.f32(float)

define spir_kernel void @k(ptr addrspace(1) %out, float %x) {
  %s = call float @__spirv_ocl_half_sin.f32(float %x)
  store float %s, ptr addrspace(1) %out
  ret void
}
