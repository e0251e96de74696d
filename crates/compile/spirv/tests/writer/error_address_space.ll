; Only four address spaces exist.

define spir_kernel void @k(ptr addrspace(7) %p) {
  ret void
}
; ==== expected ====
; refused: kernel `k`: parameter 1 is in address space 7; device code has 0 (generic), 1 (global), 2 (constant), 3 (local)
