; A required work-group size is known to the assembler and to the code, and its launches need no guard.
; expect: .reqntid 64, 2, 1
; expect: mov.u64
; absent: ntid.x;
declare i64 @__spirv_BuiltInWorkgroupSize(i32)

define spir_kernel void @k(ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %x = call i64 @__spirv_BuiltInWorkgroupSize(i32 0)
  %y = call i64 @__spirv_BuiltInWorkgroupSize(i32 1)
  %n = mul i64 %x, %y
  store i64 %n, ptr addrspace(1) %out
  ret void
}
!0 = !{i32 64, i32 2, i32 1}
