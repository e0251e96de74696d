; Functions that are called through pointers get the launch's data: they may ask for the range. What is
; passed in memory stays so.
; expect: .param .align 8 .b8 wide_param_0[32]
; expect: wide_param_1
; expect: ld.u64
; expect: .param .b64 retval0
; expect: : .callprototype
%wide = type { [4 x i64] }
declare i64 @__spirv_BuiltInGlobalSize(i32)

define spir_func i64 @wide(ptr byval(%wide) align 8 %p) noinline {
  %n = call i64 @__spirv_BuiltInGlobalSize(i32 0)
  %q = getelementptr i8, ptr %p, i64 8
  %v = load i64, ptr %q
  %s = add i64 %n, %v
  ret i64 %s
}

define spir_kernel void @k(ptr addrspace(1) %table) {
  %space = alloca %wide, align 8
  store i64 7, ptr %space
  store ptr @wide, ptr addrspace(1) %table
  %place = getelementptr i8, ptr addrspace(1) %table, i64 8
  %f = load ptr, ptr addrspace(1) %place
  %r = call spir_func i64 %f(ptr byval(%wide) align 8 %space)
  %out = getelementptr i8, ptr addrspace(1) %table, i64 16
  store i64 %r, ptr addrspace(1) %out
  ret void
}
