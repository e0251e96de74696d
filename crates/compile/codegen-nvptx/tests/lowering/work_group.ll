; Sub-groups exchange values of the work-group through shared memory.
; expect: .shared .align 8 .b8 tandem$2eexchange[256]
; expect: st.shared
; expect: bar.sync
; expect: ld.shared
; expect: bar.sync
declare float @__spirv_GroupFAdd(i32, i32, float)
declare i32 @__spirv_GroupSMax(i32, i32, i32)
declare i64 @__spirv_GroupBroadcast(i32, i64, i64)
declare i64 @__spirv_BuiltInLocalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %out, float %x, i32 %n) {
  %i = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %f = uitofp i64 %i to float
  %y = fmul float %x, %f
  %sum = call float @__spirv_GroupFAdd(i32 2, i32 0, float %y)
  %m = trunc i64 %i to i32
  %max = call i32 @__spirv_GroupSMax(i32 2, i32 2, i32 %m)
  %one = call i64 @__spirv_GroupBroadcast(i32 2, i64 %i, i64 3)
  store float %sum, ptr addrspace(1) %out
  %p = getelementptr i8, ptr addrspace(1) %out, i64 8
  store i32 %max, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %out, i64 16
  store i64 %one, ptr addrspace(1) %q
  ret void
}
