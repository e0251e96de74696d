; Functions are no data.

define internal spir_func void @f() {
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %p) {
  store ptr @f, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; error: in `k`: `store ptr @f, ptr addrspace(1) %p, align 8`: address of function `f` is taken: SPIR-V has no function pointers
