; What is passed by value is in the parameters' memory; the kernel's writes go to a copy.
; expect: .param .align 8 .b8 k_param_0[16]
; expect: ld.param
%pair = type { i64, i64 }
declare i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @k(ptr byval(%pair) align 8 %p, ptr addrspace(1) %out) {
  %x = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  store i64 %x, ptr %p
  %q = getelementptr %pair, ptr %p, i64 0, i32 1
  %v = load i64, ptr %q
  %w = load i64, ptr %p
  %s = add i64 %v, %w
  store i64 %s, ptr addrspace(1) %out
  ret void
}
