; Products that the processor lacks are refused, with those that it has.
; refused: kernel `k`: a product of matrices, 16x16x8 of half to float, is not supported on sm_80; supported are 16x16x16 of half to float,
declare void @__spirv_tandem_matrix_multiply_add(ptr, ptr, ptr, ptr, i32, i32, i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %p) {
  %c = alloca [8 x float]
  call void @__spirv_tandem_matrix_multiply_add(ptr %c, ptr %c, ptr %c, ptr %c, i32 16, i32 16, i32 8, i32 1, i32 3)
  ret void
}
