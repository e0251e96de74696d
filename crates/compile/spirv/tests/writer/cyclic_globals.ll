; An initial value that needs its own address cannot be written.

@ring = internal addrspace(1) global ptr addrspace(1) @ring

define spir_kernel void @k() {
  store ptr addrspace(1) null, ptr addrspace(1) @ring
  ret void
}
; ==== expected ====
; error: in `k`: `store ptr addrspace(1) null, ptr addrspace(1) @ring, align 8`: initial value of `ring`: initial values refer to each other in a cycle
