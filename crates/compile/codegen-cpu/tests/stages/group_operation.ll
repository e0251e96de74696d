; stage: workgroups
; The operand is kept for each work-item, the sum is one loop, its result one scalar.
declare spir_func i64 @__spirv_BuiltInLocalInvocationId(i32)
declare spir_func float @__spirv_GroupFAdd.f32(i32, i32, float)

define spir_kernel void @k(ptr addrspace(1) %p) {
  %l = call spir_func i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %l
  %x = load float, ptr addrspace(1) %a
  %sum = call spir_func float @__spirv_GroupFAdd.f32(i32 2, i32 0, float %x)
  store float %sum, ptr addrspace(1) %a
  ret void
}
