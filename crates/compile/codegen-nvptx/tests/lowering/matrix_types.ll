; Each type of matrices has an instruction for products. Accumulators of 8 rows are products of the
; transposed factors.
; expect: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
; expect: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
; expect: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
; expect: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
; expect: mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32
; expect: mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32
; absent: .local
declare void @__spirv_tandem_matrix_load(ptr, ptr, i64, i32, i32, i32, i32, i32, i32)
declare void @__spirv_tandem_matrix_store(ptr, ptr, i64, i32, i32, i32, i32, i32, i32)
declare void @__spirv_tandem_matrix_multiply_add(ptr, ptr, ptr, ptr, i32, i32, i32, i32, i32)

define spir_kernel void @half_half(ptr addrspace(1) %p, i64 %stride) {
  %a = alloca [4 x half]
  %b = alloca [16 x half]
  %c = alloca [8 x half]
  %g = addrspacecast ptr addrspace(1) %p to ptr
  call void @__spirv_tandem_matrix_load(ptr %a, ptr %g, i64 %stride, i32 5, i32 0, i32 0, i32 1, i32 8, i32 16)
  call void @__spirv_tandem_matrix_load(ptr %b, ptr %g, i64 %stride, i32 5, i32 1, i32 1, i32 1, i32 16, i32 32)
  call void @__spirv_tandem_matrix_load(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 1, i32 8, i32 32)
  call void @__spirv_tandem_matrix_multiply_add(ptr %c, ptr %a, ptr %b, ptr %c, i32 8, i32 32, i32 16, i32 1, i32 1)
  call void @__spirv_tandem_matrix_store(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 1, i32 8, i32 32)
  ret void
}
define spir_kernel void @half_float(ptr addrspace(1) %p, i64 %stride) {
  %a = alloca [16 x half]
  %b = alloca [4 x half]
  %c = alloca [8 x float]
  %g = addrspacecast ptr addrspace(1) %p to ptr
  call void @__spirv_tandem_matrix_load(ptr %a, ptr %g, i64 %stride, i32 5, i32 0, i32 0, i32 1, i32 32, i32 16)
  call void @__spirv_tandem_matrix_load(ptr %b, ptr %g, i64 %stride, i32 5, i32 1, i32 1, i32 1, i32 16, i32 8)
  call void @__spirv_tandem_matrix_load(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 3, i32 32, i32 8)
  call void @__spirv_tandem_matrix_multiply_add(ptr %c, ptr %a, ptr %b, ptr %c, i32 32, i32 8, i32 16, i32 1, i32 3)
  call void @__spirv_tandem_matrix_store(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 3, i32 32, i32 8)
  ret void
}
define spir_kernel void @tf32(ptr addrspace(1) %p, i64 %stride) {
  %a = alloca [4 x float]
  %b = alloca [4 x float]
  %c = alloca [8 x float]
  %g = addrspacecast ptr addrspace(1) %p to ptr
  call void @__spirv_tandem_matrix_load(ptr %a, ptr %g, i64 %stride, i32 5, i32 0, i32 0, i32 2, i32 16, i32 8)
  call void @__spirv_tandem_matrix_load(ptr %b, ptr %g, i64 %stride, i32 5, i32 1, i32 1, i32 2, i32 8, i32 16)
  call void @__spirv_tandem_matrix_load(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 3, i32 16, i32 16)
  call void @__spirv_tandem_matrix_multiply_add(ptr %c, ptr %a, ptr %b, ptr %c, i32 16, i32 16, i32 8, i32 2, i32 3)
  call void @__spirv_tandem_matrix_store(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 3, i32 16, i32 16)
  ret void
}
define spir_kernel void @double(ptr addrspace(1) %p, i64 %stride) {
  %a = alloca [1 x double]
  %b = alloca [1 x double]
  %c = alloca [2 x double]
  %g = addrspacecast ptr addrspace(1) %p to ptr
  call void @__spirv_tandem_matrix_load(ptr %a, ptr %g, i64 %stride, i32 5, i32 0, i32 0, i32 4, i32 8, i32 4)
  call void @__spirv_tandem_matrix_load(ptr %b, ptr %g, i64 %stride, i32 5, i32 1, i32 1, i32 4, i32 4, i32 8)
  call void @__spirv_tandem_matrix_load(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 4, i32 8, i32 8)
  call void @__spirv_tandem_matrix_multiply_add(ptr %c, ptr %a, ptr %b, ptr %c, i32 8, i32 8, i32 4, i32 4, i32 4)
  call void @__spirv_tandem_matrix_store(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 4, i32 8, i32 8)
  ret void
}
define spir_kernel void @int8(ptr addrspace(1) %p, i64 %stride) {
  %a = alloca [8 x i8]
  %b = alloca [8 x i8]
  %c = alloca [8 x i32]
  %g = addrspacecast ptr addrspace(1) %p to ptr
  call void @__spirv_tandem_matrix_load(ptr %a, ptr %g, i64 %stride, i32 5, i32 0, i32 0, i32 5, i32 16, i32 16)
  call void @__spirv_tandem_matrix_load(ptr %b, ptr %g, i64 %stride, i32 5, i32 1, i32 1, i32 5, i32 16, i32 16)
  call void @__spirv_tandem_matrix_load(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 7, i32 16, i32 16)
  call void @__spirv_tandem_matrix_multiply_add(ptr %c, ptr %a, ptr %b, ptr %c, i32 16, i32 16, i32 16, i32 5, i32 7)
  call void @__spirv_tandem_matrix_store(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 7, i32 16, i32 16)
  ret void
}
define spir_kernel void @uint8(ptr addrspace(1) %p, i64 %stride) {
  %a = alloca [8 x i8]
  %b = alloca [8 x i8]
  %c = alloca [8 x i32]
  %g = addrspacecast ptr addrspace(1) %p to ptr
  call void @__spirv_tandem_matrix_load(ptr %a, ptr %g, i64 %stride, i32 5, i32 0, i32 0, i32 9, i32 16, i32 16)
  call void @__spirv_tandem_matrix_load(ptr %b, ptr %g, i64 %stride, i32 5, i32 1, i32 1, i32 9, i32 16, i32 16)
  call void @__spirv_tandem_matrix_load(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 7, i32 16, i32 16)
  call void @__spirv_tandem_matrix_multiply_add(ptr %c, ptr %a, ptr %b, ptr %c, i32 16, i32 16, i32 16, i32 9, i32 7)
  call void @__spirv_tandem_matrix_store(ptr %c, ptr %g, i64 %stride, i32 5, i32 0, i32 2, i32 7, i32 16, i32 16)
  ret void
}
