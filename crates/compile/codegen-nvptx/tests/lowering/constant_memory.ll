; Constant memory is global memory: variables, parameters, copies, generic pointers.
; expect: .global .align 4 .b8 table[16]
; expect: .param .u64 k_param_1
; expect: ld.global
@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 5], align 4
declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare void @llvm.memcpy.p1.p2.i64(ptr addrspace(1), ptr addrspace(2), i64, i1)

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(2) %in, i1 %which) {
  %x = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %p = getelementptr [4 x i32], ptr addrspace(2) @table, i64 0, i64 %x
  %r = select i1 %which, ptr addrspace(2) %p, ptr addrspace(2) %in
  %v = load i32, ptr addrspace(2) %r
  %g = addrspacecast ptr addrspace(2) %r to ptr
  %h = getelementptr i32, ptr %g, i64 1
  %w = load i32, ptr %h
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %out
  %q = getelementptr i8, ptr addrspace(1) %out, i64 64
  call void @llvm.memcpy.p1.p2.i64(ptr addrspace(1) %q, ptr addrspace(2) %r, i64 400, i1 false)
  ret void
}
