; Two numbers of 32 bits that are passed together are loaded by themselves.
; expect: .param .align 8 .b8 k_param_1[8]
; expect: add.s32
; absent: cvt.u32.u64
define spir_kernel void @k(ptr addrspace(1) %out, i64 %both) !reqd_work_group_size !0 {
  %low = trunc i64 %both to i32
  %shifted = lshr i64 %both, 32
  %high = trunc i64 %shifted to i32
  %sum = add i32 %low, %high
  store i32 %sum, ptr addrspace(1) %out
  ret void
}
!0 = !{i32 1, i32 1, i32 1}
