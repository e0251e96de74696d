; A builtin that stands for nothing.

declare spir_func void @__spirv_NoSuchInstruction(i32)

define spir_kernel void @k() {
  call spir_func void @__spirv_NoSuchInstruction(i32 1)
  ret void
}
; ==== expected ====
; refused: kernel `k`: unknown builtin `__spirv_NoSuchInstruction`
