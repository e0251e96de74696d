; The operation of a group instruction is a literal.

declare spir_func float @__spirv_GroupFAdd.f32(i32, i32, float)

define spir_kernel void @k(i32 %operation) {
  %x = call spir_func float @__spirv_GroupFAdd.f32(i32 2, i32 %operation, float 1.0)
  ret void
}
; ==== expected ====
; error: in `k`: `%x = call spir_func float @__spirv_GroupFAdd.f32(i32 2, i32 %operation, float 1.000000e+00)`: arguments of `__spirv_GroupFAdd.f32` do not fit: a literal must be a constant
