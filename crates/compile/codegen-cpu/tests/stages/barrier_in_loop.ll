; stage: workgroups
; The loop counter is uniform: a scalar. The sum varies: a context array. The address is computed again.
declare spir_func i64 @__spirv_BuiltInLocalInvocationId(i32)
declare spir_func void @__spirv_ControlBarrier(i32, i32, i32)
@lm = internal addrspace(3) global [64 x float] undef

define spir_kernel void @k(ptr addrspace(1) %out, i32 %rounds) !reqd_work_group_size !0 {
entry:
  %l = call spir_func i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %own = getelementptr float, ptr addrspace(3) @lm, i64 %l
  br label %head
head:
  %r = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %go = icmp slt i32 %r, %rounds
  br i1 %go, label %body, label %end
body:
  store float %sum, ptr addrspace(3) %own
  call spir_func void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %first = load float, ptr addrspace(3) @lm
  %more = fadd float %sum, %first
  %next = add i32 %r, 1
  br label %head
end:
  %a = getelementptr float, ptr addrspace(1) %out, i64 %l
  store float %sum, ptr addrspace(1) %a
  ret void
}
!0 = !{i32 64, i32 1, i32 1}
