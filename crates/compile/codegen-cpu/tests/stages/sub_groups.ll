; stage: workgroups
; A sub-group operation in a branch that only sub-groups take alike, and a value that its work-items share across a barrier.
declare i64 @__spirv_BuiltInLocalInvocationId(i32)
declare i32 @__spirv_BuiltInSubgroupId()
declare i32 @__spirv_BuiltInSubgroupLocalInvocationId()
declare void @__spirv_ControlBarrier(i32, i32, i32)
declare i32 @__spirv_GroupIAdd.i32(i32, i32, i32)
declare i32 @__spirv_GroupNonUniformShuffleXor.i32(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %p) !reqd_work_group_size !0 !intel_reqd_sub_group_size !1 {
entry:
  %l = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %x = load i32, ptr addrspace(1) %a
  %s = call i32 @__spirv_BuiltInSubgroupId()
  %first = icmp eq i32 %s, 0
  br i1 %first, label %alone, label %join

alone:
  %sum = call i32 @__spirv_GroupIAdd.i32(i32 3, i32 0, i32 %x)
  br label %join

join:
  %shared = phi i32 [ 0, %entry ], [ %sum, %alone ]
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %lane = call i32 @__spirv_BuiltInSubgroupLocalInvocationId()
  %other = call i32 @__spirv_GroupNonUniformShuffleXor.i32(i32 3, i32 %lane, i32 1)
  %y = add i32 %other, %shared
  store i32 %y, ptr addrspace(1) %a
  ret void
}

!0 = !{i32 40, i32 1, i32 1}
!1 = !{i32 16}
