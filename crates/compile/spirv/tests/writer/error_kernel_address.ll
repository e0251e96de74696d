; Kernels are no data.

define spir_kernel void @k(ptr addrspace(1) %p) {
  ret void
}

define spir_kernel void @other(ptr addrspace(1) %p) {
  store ptr @k, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; error: in `other`: `store ptr @k, ptr addrspace(1) %p, align 8`: address of kernel `k` is taken
