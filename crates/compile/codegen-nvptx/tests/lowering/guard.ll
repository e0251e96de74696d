; Ids of 32 bits are computed with 32 bits: the guard has no product in common with them.
; expect: mad.lo.s32
; absent: mul.wide.u32
; absent: mul.lo.s64
declare i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %out) {
  %x = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %i = trunc i64 %x to i32
  store i32 %i, ptr addrspace(1) %out
  ret void
}
