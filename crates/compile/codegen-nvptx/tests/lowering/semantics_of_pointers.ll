; The memory semantics of a generic pointer follow its space.
; expect: isspacep.shared
; expect: isspacep.local
; expect: 512
; expect: 256
declare i32 @__spirv_GenericPtrMemSemantics(ptr)

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %a, i1 %c) {
  %l = addrspacecast ptr addrspace(3) %a to ptr
  %g = addrspacecast ptr addrspace(1) %out to ptr
  %p = select i1 %c, ptr %l, ptr %g
  %s = call i32 @__spirv_GenericPtrMemSemantics(ptr %p)
  store i32 %s, ptr addrspace(1) %out
  ret void
}
