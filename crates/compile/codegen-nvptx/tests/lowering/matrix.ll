; Matrices in local memory whose rows are aligned are loaded by `ldmatrix`, factors in the other
; order transposed. A product of 16 x 16 x 16 is two instructions.
; expect: ldmatrix.sync.aligned.m8n8.x4.shared.b16
; expect: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
; expect: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; expect: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
; expect: st.global.v2.f32
; absent: .local
@tile = internal addrspace(3) global [512 x i16] undef, align 16

declare void @__spirv_tandem_matrix_load(ptr, ptr, i64, i32, i32, i32, i32, i32, i32)
declare void @__spirv_tandem_matrix_store(ptr, ptr, i64, i32, i32, i32, i32, i32, i32)
declare void @__spirv_tandem_matrix_multiply_add(ptr, ptr, ptr, ptr, i32, i32, i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) align 16 %out) {
  %a = alloca [8 x i16], align 16
  %b = alloca [8 x i16], align 16
  %c = alloca [8 x float], align 16
  call void @llvm.memset.p0.i64(ptr %c, i8 0, i64 32, i1 false)
  %tile = addrspacecast ptr addrspace(3) @tile to ptr
  call void @__spirv_tandem_matrix_load(ptr %a, ptr %tile, i64 16, i32 4, i32 0, i32 0, i32 0, i32 16, i32 16)
  %right = getelementptr i8, ptr %tile, i64 512
  call void @__spirv_tandem_matrix_load(ptr %b, ptr %right, i64 16, i32 4, i32 0, i32 1, i32 0, i32 16, i32 16)
  call void @__spirv_tandem_matrix_multiply_add(ptr %c, ptr %a, ptr %b, ptr %c, i32 16, i32 16, i32 16, i32 0, i32 3)
  %to = addrspacecast ptr addrspace(1) %out to ptr
  call void @__spirv_tandem_matrix_store(ptr %c, ptr %to, i64 16, i32 5, i32 0, i32 2, i32 3, i32 16, i32 16)
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
