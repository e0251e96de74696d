; A failing assertion is CUDA's.
; expect: __assertfail
; expect: __assertfail,
@text = internal addrspace(2) constant [6 x i8] c"x > 0\00", align 1
declare void @__devicelib_assert_fail(ptr, ptr, i32, ptr, i64, i64, i64, i64, i64, i64)

define spir_kernel void @k(i32 %x) {
  %is = icmp sgt i32 %x, 0
  br i1 %is, label %good, label %bad
bad:
  %p = addrspacecast ptr addrspace(2) @text to ptr
  call void @__devicelib_assert_fail(ptr %p, ptr %p, i32 7, ptr %p, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0)
  unreachable
good:
  ret void
}
