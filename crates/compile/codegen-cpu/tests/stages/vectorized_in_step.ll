; stage: vectorized, wide
; The work-items of a row run the loop in step, and load there side by side: 32 at a time, then 16, then those that are left.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @product(ptr addrspace(1) %factors, ptr addrspace(1) %matrix, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %is_one = icmp ult i64 %i, %n
  br i1 %is_one, label %step, label %leave
step:
  %k = phi i64 [ 0, %entry ], [ %next, %step ]
  %sum = phi float [ 0.0, %entry ], [ %grown, %step ]
  %factor.at = getelementptr float, ptr addrspace(1) %factors, i64 %k
  %row = mul i64 %k, %n
  %at = add i64 %row, %i
  %element.at = getelementptr float, ptr addrspace(1) %matrix, i64 %at
  %factor = load float, ptr addrspace(1) %factor.at
  %element = load float, ptr addrspace(1) %element.at
  %product = fmul float %factor, %element
  %grown = fadd float %sum, %product
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %step, label %done
done:
  %out.at = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %grown, ptr addrspace(1) %out.at
  br label %leave
leave:
  ret void
}
