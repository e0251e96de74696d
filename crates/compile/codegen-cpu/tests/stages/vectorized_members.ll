; stage: vectorized
; Complex numbers are turned, as often as the kernel is asked to. Behind a guard, the first and the third part of three are
; swapped.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %numbers, ptr addrspace(1) %threes, i64 %n, i64 %times) {
entry:
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %re.at = getelementptr [2 x float], ptr addrspace(1) %numbers, i64 %i, i64 0
  %im.at = getelementptr [2 x float], ptr addrspace(1) %numbers, i64 %i, i64 1
  br label %step
step:
  %k = phi i64 [ 0, %entry ], [ %next, %step ]
  %row = mul i64 %k, %n
  %re.in = getelementptr [2 x float], ptr addrspace(1) %re.at, i64 %row
  %im.in = getelementptr [2 x float], ptr addrspace(1) %im.at, i64 %row
  %re = load float, ptr addrspace(1) %re.in
  %im = load float, ptr addrspace(1) %im.in
  %turned = fneg float %im
  store float %turned, ptr addrspace(1) %re.in
  store float %re, ptr addrspace(1) %im.in
  %next = add nuw i64 %k, 1
  %goes_on = icmp ult i64 %next, %times
  br i1 %goes_on, label %step, label %done
done:
  %is_own = icmp ult i64 %i, %n
  br i1 %is_own, label %swap, label %end
swap:
  %first.at = getelementptr { float, float, float }, ptr addrspace(1) %threes, i64 %i
  %third.at = getelementptr { float, float, float }, ptr addrspace(1) %threes, i64 %i, i32 2
  %first = load float, ptr addrspace(1) %first.at
  %third = load float, ptr addrspace(1) %third.at
  store float %third, ptr addrspace(1) %first.at
  store float %first, ptr addrspace(1) %third.at
  br label %end
end:
  ret void
}
