; Shuffles, votes and reductions are instructions of a warp.
; expect: vote.sync.all.pred
; expect: redux.sync.add.s32
; expect: shfl.sync.idx.b32
; absent: tandem.subgroup
declare i1 @__spirv_SubgroupAllKHR(i1)
declare i32 @__spirv_GroupIAdd(i32, i32, i32)
declare double @__spirv_SubgroupShuffleINTEL.f64(double, i32)
declare i32 @__spirv_BuiltInSubgroupLocalInvocationId()

define spir_kernel void @k(ptr addrspace(1) %out, double %x) {
  %lane = call i32 @__spirv_BuiltInSubgroupLocalInvocationId()
  %is = icmp ult i32 %lane, 5
  %all = call i1 @__spirv_SubgroupAllKHR(i1 %is)
  %bit = zext i1 %all to i32
  %sum = call i32 @__spirv_GroupIAdd(i32 3, i32 0, i32 %lane)
  %both = add i32 %sum, %bit
  store i32 %both, ptr addrspace(1) %out
  %far = sitofp i32 %lane to double
  %other = call double @__spirv_SubgroupShuffleINTEL.f64(double %far, i32 3)
  %q = getelementptr i8, ptr addrspace(1) %out, i64 8
  store double %other, ptr addrspace(1) %q
  ret void
}
