; Sub-groups are warps.
; refused: kernel `k`: sub-groups of [16] work-items are not supported
define spir_kernel void @k(ptr addrspace(1) %a) !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{i32 16}
