; stage: inlined
; Ids become queries, functions of libm calls of their C names; the kernel may have such a name itself.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare spir_func i64 @__spirv_BuiltInWorkgroupSize(i32)
declare spir_func i32 @__spirv_BuiltInSubgroupSize()
declare spir_func float @__spirv_ocl_tanh.f32(float)
declare spir_func float @_Z15__spirv_ocl_expf(float)

define spir_func float @helper(float %x, i32 %dim) noinline {
  %e = call spir_func float @_Z15__spirv_ocl_expf(float %x)
  %t = call spir_func float @__spirv_ocl_tanh.f32(float %e)
  ret float %t
}

define spir_kernel void @tanhf(ptr addrspace(1) %p, i32 %dim) {
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %n = call spir_func i64 @__spirv_BuiltInWorkgroupSize(i32 %dim)
  %s = call spir_func i32 @__spirv_BuiltInSubgroupSize()
  %w = zext i32 %s to i64
  %j = add i64 %i, %n
  %k = add i64 %j, %w
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  %x = load float, ptr addrspace(1) %a
  %y = call spir_func float @helper(float %x, i32 1)
  store float %y, ptr addrspace(1) %a
  ret void
}
