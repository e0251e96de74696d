; stage: vectorized
; All work-items count at one address, those behind a guard take numbers there and leave the largest one, and each counts at
; its own address. Only the last stay one lane after the other.
declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %counters, ptr addrspace(1) %bins, ptr addrspace(1) %out, i64 %n) {
entry:
  %i = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %x = load i32, ptr addrspace(1) %at
  %all = atomicrmw sub ptr addrspace(1) %counters, i32 %x syncscope("workgroup") acq_rel
  %guard = icmp sgt i32 %x, 7
  br i1 %guard, label %some, label %end
some:
  %next = getelementptr i32, ptr addrspace(1) %counters, i64 1
  %number = atomicrmw add ptr addrspace(1) %next, i32 %x monotonic
  store i32 %number, ptr addrspace(1) %at
  %largest = getelementptr i32, ptr addrspace(1) %counters, i64 2
  %old = atomicrmw max ptr addrspace(1) %largest, i32 %x seq_cst
  %bin = getelementptr i32, ptr addrspace(1) %bins, i32 %x
  %own = atomicrmw add ptr addrspace(1) %bin, i32 1 monotonic
  br label %end
end:
  ret void
}
