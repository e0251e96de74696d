; Local memory begins at address 0 of its space. A generic pointer to it is no null pointer there.
; expect: .entry k
; absent: setp.eq.s64
; absent: setp.ne.s64
declare ptr addrspace(3) @__spirv_GenericCastToPtrExplicit(ptr, i32)

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %a, i32 %c) !reqd_work_group_size !0 {
entry:
  %is_local = icmp slt i32 %c, 5
  br i1 %is_local, label %local, label %global
local:
  %l = addrspacecast ptr addrspace(3) %a to ptr
  store i32 7, ptr addrspace(1) %out
  br label %both
global:
  %g = addrspacecast ptr addrspace(1) %out to ptr
  br label %both
both:
  %p = phi ptr [ %l, %local ], [ %g, %global ]
  %s = call ptr addrspace(3) @__spirv_GenericCastToPtrExplicit(ptr %p, i32 4)
  %is_null = icmp eq ptr addrspace(3) %s, null
  %v = zext i1 %is_null to i32
  %place = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %v, ptr addrspace(1) %place
  ret void
}
!0 = !{i32 1, i32 1, i32 1}
