; Ids are registers; sizes of the range are data of the launch. The guard comes first.
; expect: .visible .entry _Z5query6kernel(
; expect: .param .align 8 .b8 _Z5query6kernel_param_1[64]
; expect: %ctaid.x
; expect: %tid.x
; expect: %ntid.x
; expect: st.global
; absent: tandem.query
declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare i64 @__spirv_BuiltInGlobalSize(i32)
declare i64 @__spirv_BuiltInSubgroupId()

define spir_kernel void @_Z5query6kernel(ptr addrspace(1) %out) {
  %x = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %n = call i64 @__spirv_BuiltInGlobalSize(i32 1)
  %g = call i64 @__spirv_BuiltInSubgroupId()
  %s = add i64 %n, %g
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %s, ptr addrspace(1) %p
  ret void
}
