; stage: workgroups, scalar
; A loop that all work-items run together is exchanged with the work-item loop.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %m, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  br label %head
head:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %go = icmp ult i64 %k, %n
  br i1 %go, label %body, label %end
body:
  %row = mul i64 %k, %n
  %at = add i64 %row, %i
  %a = getelementptr float, ptr addrspace(1) %m, i64 %at
  %x = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %x
  %next = add i64 %k, 1
  br label %head
end:
  %o = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %sum, ptr addrspace(1) %o
  ret void
}
