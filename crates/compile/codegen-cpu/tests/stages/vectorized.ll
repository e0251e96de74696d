; stage: optimized
; The work-item loop is vectorized, with the vector form of the function.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare spir_func float @__spirv_ocl_exp.f32(float) memory(none)

define spir_kernel void @k(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %y = call spir_func float @__spirv_ocl_exp.f32(float %x)
  store float %y, ptr addrspace(1) %a
  ret void
}
!0 = !{i32 64, i32 1, i32 1}
