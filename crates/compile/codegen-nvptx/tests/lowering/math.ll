; Functions that the library has are libdevice's; the others are put together of them.
; What they ask by `__nvvm_reflect` is known.
; expect: // sinf
; expect: // cosf
; expect: fma.rn.f32
; expect: // pow
; absent: flushed
; absent: reflect
; absent: __nv_
declare float @__spirv_ocl_sin.f32(float)
declare float @__spirv_ocl_native_cos.f32(float)
declare double @__spirv_ocl_pown.f64(double, i32)

define spir_kernel void @k(ptr addrspace(1) %out, float %x, double %y, i32 %n) {
  %s = call float @__spirv_ocl_sin.f32(float %x)
  %c = call float @__spirv_ocl_native_cos.f32(float %x)
  %f = call float @llvm.fma.f32(float %s, float %c, float %x)
  store float %f, ptr addrspace(1) %out
  %p = call double @__spirv_ocl_pown.f64(double %y, i32 %n)
  %q = getelementptr i8, ptr addrspace(1) %out, i64 8
  store double %p, ptr addrspace(1) %q
  ret void
}
declare float @llvm.fma.f32(float, float, float)
