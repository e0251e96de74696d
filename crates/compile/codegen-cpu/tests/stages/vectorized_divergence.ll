; stage: vectorized
; The work-items behind a guard add up halves until one is small, each as often as its number asks for.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %is_own = icmp ult i64 %i, %n
  br i1 %is_own, label %start, label %end
start:
  %own = getelementptr float, ptr addrspace(1) %out, i64 %i
  %first = load float, ptr addrspace(1) %own
  br label %step
step:
  %value = phi float [ %first, %start ], [ %half, %step ]
  %sum = phi float [ 0.0, %start ], [ %more, %step ]
  %more = fadd float %sum, %value
  %half = fmul float %value, 0.5
  %goes_on = fcmp ogt float %half, 1.0
  br i1 %goes_on, label %step, label %done
done:
  store float %more, ptr addrspace(1) %own
  br label %end
end:
  ret void
}
