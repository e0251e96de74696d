; A pointer that is cast to a space and back is chosen among generic pointers: null of local memory is
; an address there.
; expect: isspacep.shared
; absent: cvta
declare ptr addrspace(3) @__spirv_GenericCastToPtrExplicit(ptr, i32)

define spir_kernel void @k(ptr addrspace(1) %out) {
  %p = load ptr, ptr addrspace(1) %out
  %s = call ptr addrspace(3) @__spirv_GenericCastToPtrExplicit(ptr %p, i32 4)
  %g = addrspacecast ptr addrspace(3) %s to ptr
  store ptr %g, ptr addrspace(1) %out
  ret void
}
