; A small constant exponent is a float.
; expect: // powf
; absent: cvt
; absent: .f64
declare float @__spirv_ocl_pown.f32(float, i32)

define spir_kernel void @k(ptr addrspace(1) %out, float %x) {
  %p = call float @__spirv_ocl_pown.f32(float %x, i32 20)
  store float %p, ptr addrspace(1) %out
  ret void
}
