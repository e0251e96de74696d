; stage: vectorized
; Some work-items call a function that LLVM has no intrinsic for: vector code calls the library's vector form.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare spir_func float @__spirv_ocl_atan2.f32(float, float) memory(none)

define spir_kernel void @k(ptr addrspace(1) %p) !reqd_work_group_size !0 {
entry:
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %is_big = fcmp ogt float %x, 1.0
  br i1 %is_big, label %call, label %end
call:
  %y = call spir_func float @__spirv_ocl_atan2.f32(float %x, float 2.0)
  store float %y, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
!0 = !{i32 64, i32 1, i32 1}
