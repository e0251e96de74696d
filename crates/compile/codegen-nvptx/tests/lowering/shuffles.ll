; Votes and moves by a distance are one instruction each, of all lanes.
; expect: shfl.sync.bfly.b32
; expect: , 1, 31, -1;
; expect: shfl.sync.down.b32
; expect: , 2, 31, -1;
; expect: shfl.sync.up.b32
; expect: , 4, 0, -1;
; expect: vote.sync.any.pred
; expect: , -1;
; absent: %ntid
declare i32 @__spirv_GroupNonUniformShuffleXor(i32, i32, i32)
declare i32 @__spirv_GroupNonUniformShuffleDown(i32, i32, i32)
declare i32 @__spirv_GroupNonUniformShuffleUp(i32, i32, i32)
declare i1 @__spirv_SubgroupAnyKHR(i1)

define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) !reqd_work_group_size !0 {
  %a = call i32 @__spirv_GroupNonUniformShuffleXor(i32 3, i32 %x, i32 1)
  %b = call i32 @__spirv_GroupNonUniformShuffleDown(i32 3, i32 %a, i32 2)
  %c = call i32 @__spirv_GroupNonUniformShuffleUp(i32 3, i32 %b, i32 4)
  %is = icmp ult i32 %c, 5
  %any = call i1 @__spirv_SubgroupAnyKHR(i1 %is)
  %bit = zext i1 %any to i32
  store i32 %bit, ptr addrspace(1) %out
  ret void
}
!0 = !{i32 70, i32 1, i32 1}
