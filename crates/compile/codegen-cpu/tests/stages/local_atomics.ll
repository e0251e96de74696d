; stage: vectorized
; Read-modify-writes of local memory are plain; those of global memory stay atomic.
declare spir_func i64 @__spirv_BuiltInLocalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(3) %bins, ptr addrspace(3) %lock, ptr addrspace(1) %out, i32 %v, float %f) {
  %i = call spir_func i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %bin = getelementptr i32, ptr addrspace(3) %bins, i64 %i
  %a = atomicrmw add ptr addrspace(3) %bin, i32 %v monotonic, align 4
  %b = atomicrmw umin ptr addrspace(3) %bin, i32 %a seq_cst, align 4
  %c = atomicrmw fadd ptr addrspace(3) %bins, float %f monotonic, align 4
  %pair = cmpxchg ptr addrspace(3) %lock, i32 0, i32 %b acq_rel monotonic, align 4
  %won = extractvalue { i32, i1 } %pair, 1
  %generic = addrspacecast ptr addrspace(3) %bins to ptr
  %next = getelementptr i8, ptr %generic, i64 4
  %e = atomicrmw xchg ptr %next, i32 %v monotonic, align 4
  %one = zext i1 %won to i32
  %d = atomicrmw add ptr addrspace(1) %out, i32 %one monotonic, align 4
  ret void
}
