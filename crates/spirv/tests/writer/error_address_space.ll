; Only four address spaces exist.

define spir_kernel void @k(ptr addrspace(7) %p) {
  ret void
}
; ==== expected ====
; error: in `k`: address space 7 is not one of device code (0 generic, 1 global, 2 constant, 3 local)
