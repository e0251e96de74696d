; A failing assertion fills the record whose address the driver stores, and ends the work-item.
; expect: .visible .global .align 8 .u64 tandem_assertion_record;
; expect: .visible .entry k(
; expect: call
; expect: atom.relaxed.sys.cas.b32
; expect: st.release.sys.u32
; expect: exit;
; absent: __assertfail
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
