; stage: workgroups
; An array that a lambda captures is filled once, not by each work-item, and loads from it are uniform.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define spir_kernel void @k(ptr addrspace(1) %out, ptr noalias readonly byval([32 x i8]) %values, i64 %n) {
entry:
  %closure = alloca [40 x i8], align 8
  store i64 %n, ptr %closure, align 8
  %array = getelementptr inbounds i8, ptr %closure, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %array, ptr align 8 %values, i64 32, i1 false)
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %at = getelementptr float, ptr %array, i64 %n
  %x = load float, ptr %at
  %o = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %x, ptr addrspace(1) %o
  ret void
}
