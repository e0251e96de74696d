; stage: workgroups
; Guards are regions of their own. Their loops run the work-items behind them: those below %s, those of even ids, which
; are few and far apart, and the first one, without a loop. What is uniform runs once.
declare spir_func i64 @__spirv_BuiltInLocalInvocationId(i32)
declare spir_func void @__spirv_ControlBarrier(i32, i32, i32)
@lm = internal addrspace(3) global [64 x i32] undef

define spir_kernel void @k(ptr addrspace(1) %out, i32 %s) !reqd_work_group_size !0 {
entry:
  %l = call spir_func i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %id = trunc i64 %l to i32
  %own = getelementptr i32, ptr addrspace(3) @lm, i64 %l
  store i32 %id, ptr addrspace(3) %own
  %below = icmp slt i32 %id, %s
  br i1 %below, label %double, label %doubled
double:
  %value = load i32, ptr addrspace(1) %out
  %twice = shl i32 %value, 1
  store i32 %twice, ptr addrspace(3) %own
  br label %doubled
doubled:
  call spir_func void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %rest = and i64 %l, 1
  %even = icmp eq i64 %rest, 0
  br i1 %even, label %add, label %added
add:
  %next = getelementptr i32, ptr addrspace(3) %own, i64 1
  %left = load i32, ptr addrspace(3) %own
  %right = load i32, ptr addrspace(3) %next
  %sum = add i32 %left, %right
  store i32 %sum, ptr addrspace(3) %own
  br label %added
added:
  call spir_func void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %first = icmp eq i64 %l, 0
  br i1 %first, label %write, label %end
write:
  %result = load i32, ptr addrspace(3) @lm
  store i32 %result, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
!0 = !{i32 64, i32 1, i32 1}
