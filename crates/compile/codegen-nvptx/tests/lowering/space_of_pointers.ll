; A generic pointer is asked for its space.
; expect: isspacep.shared
declare ptr addrspace(3) @__spirv_GenericCastToPtrExplicit(ptr, i32)

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %a, i1 %c) {
  %l = addrspacecast ptr addrspace(3) %a to ptr
  %g = addrspacecast ptr addrspace(1) %out to ptr
  %p = select i1 %c, ptr %l, ptr %g
  %s = call ptr addrspace(3) @__spirv_GenericCastToPtrExplicit(ptr %p, i32 4)
  %is = icmp ne ptr addrspace(3) %s, null
  %v = zext i1 %is to i32
  store i32 %v, ptr addrspace(1) %out
  ret void
}
