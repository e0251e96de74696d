; Variables that are too large for static shared memory are at the start of dynamic shared memory.
; expect: .extern .shared .align 128 .b8 tandem$2edynamic_memory[];
; expect: st.shared
; absent: cells
@cells = internal addrspace(3) global [20000 x i32] undef, align 4
declare i64 @__spirv_BuiltInLocalInvocationId(i32)
declare void @__spirv_ControlBarrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %a) {
  %x = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %p = getelementptr [20000 x i32], ptr addrspace(3) @cells, i64 0, i64 %x
  store i32 7, ptr addrspace(3) %p
  store i32 8, ptr addrspace(3) %a
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %u = load i32, ptr addrspace(3) @cells
  %v = load i32, ptr addrspace(3) %a
  %w = add i32 %u, %v
  store i32 %w, ptr addrspace(1) %out
  ret void
}
