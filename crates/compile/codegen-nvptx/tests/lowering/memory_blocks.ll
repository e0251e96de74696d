; Blocks of memory are copied and filled in whole words, where the optimizer sees it: what is copied
; into private memory and read there stays in registers.
; expect: .entry short
; expect: ld.global.nc.u64
; absent: .local
; absent: ld.global.u8
; absent: ld.global.nc.u8
; absent: st.global.u8
; expect: .entry long
; expect: st.global.u64
; expect: .entry of_any_length
; expect: st.global.u32
define spir_kernel void @short(ptr addrspace(1) readonly noalias %in, ptr addrspace(1) noalias %out, i64 %i) {
  %copy = alloca [4 x [2 x i64]], align 8
  %row = getelementptr [2 x i64], ptr %copy, i64 %i
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %row, ptr addrspace(1) align 8 %in, i64 16, i1 false)
  %first = load i64, ptr %row
  %place = getelementptr i8, ptr %row, i64 8
  %second = load i64, ptr %place
  %sum = add i64 %first, %second
  store i64 %sum, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @long(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %out, ptr addrspace(1) align 8 %in, i64 4096, i1 false)
  ret void
}

define spir_kernel void @of_any_length(ptr addrspace(1) %out, i8 %byte, i64 %count) {
  %bytes = shl i64 %count, 2
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %out, i8 %byte, i64 %bytes, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
