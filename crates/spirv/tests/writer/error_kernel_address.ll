; Kernels are no data, and inline assembly is none of SPIR-V's.

define spir_kernel void @k(ptr addrspace(1) %p) {
  store ptr @k, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; error: in `k`: `store ptr @k, ptr addrspace(1) %p, align 8`: address of kernel `k` is taken
