; A builtin that stands for nothing.

declare spir_func void @__spirv_NoSuchInstruction(i32)

define spir_kernel void @k() {
  call spir_func void @__spirv_NoSuchInstruction(i32 1)
  ret void
}
; ==== expected ====
; error: in `k`: `call spir_func void @__spirv_NoSuchInstruction(i32 1)`: unknown device builtin `__spirv_NoSuchInstruction`
