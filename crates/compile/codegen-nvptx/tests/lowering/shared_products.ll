; Products that libdevice uses twice are rounded once, those of the kernel are fused.
; expect: mul.rn.f32
; expect: sub.f32
; expect: fma.rn.f32
declare float @__spirv_ocl_log.f32(float)

define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y) {
  %l = call float @__spirv_ocl_log.f32(float %x)
  store volatile float %l, ptr addrspace(1) %out
  %p = fmul float %x, %y
  %s = fadd float %p, %y
  store volatile float %s, ptr addrspace(1) %out
  ret void
}
