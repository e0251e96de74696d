; stage: vectorized
; Elements of a vector that a work-item loads and stores behind a guard, and the bits of two floats as one integer, in a
; loop that work-items leave at different times.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %vectors, i64 %n) {
entry:
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %guard = icmp ult i64 %i, %n
  br i1 %guard, label %body, label %end
body:
  %at = getelementptr <2 x float>, ptr addrspace(1) %vectors, i64 %i
  %first = load <2 x float>, ptr addrspace(1) %at
  br label %loop
loop:
  %v = phi <2 x float> [ %first, %body ], [ %new, %loop ]
  %half = fmul <2 x float> %v, <float 0.5, float 0.25>
  %swapped = shufflevector <2 x float> %half, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %bits = bitcast <2 x float> %swapped to i64
  %masked = and i64 %bits, 4611686015206162431
  %new = bitcast i64 %masked to <2 x float>
  %x = extractelement <2 x float> %new, i64 0
  %large = fcmp ogt float %x, 1.0
  br i1 %large, label %loop, label %done
done:
  store <2 x float> %new, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

; Four elements with the same operations would be lanes for LLVM, too.
define spir_kernel void @quads(ptr addrspace(1) %vectors, i64 %n) {
entry:
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %guard = icmp ult i64 %i, %n
  br i1 %guard, label %body, label %end
body:
  %at = getelementptr <4 x float>, ptr addrspace(1) %vectors, i64 %i
  %first = load <4 x float>, ptr addrspace(1) %at
  br label %loop
loop:
  %v = phi <4 x float> [ %first, %body ], [ %half, %loop ]
  %half = fmul <4 x float> %v, <float 0.5, float 0.5, float 0.5, float 0.5>
  %x = extractelement <4 x float> %half, i64 0
  %large = fcmp ogt float %x, 1.0
  br i1 %large, label %loop, label %done
done:
  store <4 x float> %half, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
