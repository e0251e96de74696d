; A null pointer to constant memory is null in generic memory.
; expect: st.global.u64
define spir_kernel void @k(ptr addrspace(1) %out, i1 %which, ptr addrspace(2) %in) {
  %g = addrspacecast ptr addrspace(2) %in to ptr
  %p = select i1 %which, ptr addrspacecast (ptr addrspace(2) null to ptr), ptr %g
  store ptr %p, ptr addrspace(1) %out
  ret void
}
