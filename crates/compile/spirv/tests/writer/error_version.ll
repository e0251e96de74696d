; version: 1.2
; Non-uniform groups are new in 1.3.

declare spir_func i1 @__spirv_GroupNonUniformElect(i32)

define spir_kernel void @k() {
  %x = call spir_func i1 @__spirv_GroupNonUniformElect(i32 3)
  ret void
}
; ==== expected ====
; error: in `k`: `%x = call spir_func i1 @__spirv_GroupNonUniformElect(i32 3)`: a non-uniform group instruction needs SPIR-V 1.3
