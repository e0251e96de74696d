; The back-end has no read-modify-write of system scope.
; refused: kernel `k`: an atomic operation of system scope is not supported on the NVIDIA device
define spir_kernel void @k(ptr addrspace(1) %a) {
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic, align 4, !spirv.scope !0
  ret void
}
!0 = !{i32 0}
