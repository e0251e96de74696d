; The storage class of a cast is that of its result.

declare ptr addrspace(1) @__spirv_GenericCastToPtrExplicit(ptr, i32)

define spir_func ptr addrspace(1) @f(ptr %p) {
  %local = call ptr addrspace(1) @__spirv_GenericCastToPtrExplicit(ptr %p, i32 4)
  ret ptr addrspace(1) %local
}
; ==== expected ====
; error: in `f`: `%local = call ptr addrspace(1) @__spirv_GenericCastToPtrExplicit(ptr %p, i32 4)`: arguments of `__spirv_GenericCastToPtrExplicit` do not fit: the storage class differs from the result's
