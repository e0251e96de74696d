; A pointer that is cast to a space and back, or compared with null, is chosen among generic pointers:
; null of local memory is an address there.
; expect: isspacep.shared
; absent: setp.eq.s64
; absent: cvta.to.shared
; absent: cvta.shared
declare ptr addrspace(3) @__spirv_GenericCastToPtrExplicit(ptr, i32)

define spir_kernel void @k(ptr addrspace(1) %out) {
  %p = load ptr, ptr addrspace(1) %out
  %s = call ptr addrspace(3) @__spirv_GenericCastToPtrExplicit(ptr %p, i32 4)
  %g = addrspacecast ptr addrspace(3) %s to ptr
  store ptr %g, ptr addrspace(1) %out
  %is = icmp eq ptr addrspace(3) %s, addrspacecast (ptr null to ptr addrspace(3))
  %v = zext i1 %is to i32
  %q = getelementptr i8, ptr addrspace(1) %out, i64 8
  store i32 %v, ptr addrspace(1) %q
  ret void
}
