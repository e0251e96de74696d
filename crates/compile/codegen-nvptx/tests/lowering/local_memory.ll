; Variables are static shared memory; parameters are offsets in dynamic shared memory.
; expect: .extern .shared .align 128 .b8 tandem$2edynamic_memory[];
; expect: .param .u64 k_param_1
; expect: ld.shared
@cells = internal addrspace(3) global [16 x i32] undef, align 4
declare i64 @__spirv_BuiltInLocalInvocationId(i32)
declare void @__spirv_ControlBarrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %a) {
  %x = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %p = getelementptr [16 x i32], ptr addrspace(3) @cells, i64 0, i64 %x
  store i32 7, ptr addrspace(3) %p
  %q = getelementptr i32, ptr addrspace(3) %a, i64 %x
  store i32 8, ptr addrspace(3) %q
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %u = load i32, ptr addrspace(3) @cells
  %v = load i32, ptr addrspace(3) %a
  %w = add i32 %u, %v
  store i32 %w, ptr addrspace(1) %out
  ret void
}
