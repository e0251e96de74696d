; stage: optimized
; What only the host writes is loaded once, though the kernel stores to memory
; that it might lie in; a variable that the kernel writes is not.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)

@pointer = addrspace(1) global ptr addrspace(1) null
@written = addrspace(1) global i32 7

define spir_kernel void @k(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %from = load ptr addrspace(1), ptr addrspace(1) @pointer
  %a = getelementptr i32, ptr addrspace(1) %from, i64 %i
  %x = load i32, ptr addrspace(1) %a
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %x, ptr addrspace(1) %to
  store i32 %x, ptr addrspace(1) @written
  ret void
}
!0 = !{i32 64, i32 1, i32 1}
