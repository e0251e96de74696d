; Operations of some work-items of a sub-group have these as the mask of their instructions, in branches, too.
; expect: .visible .entry k(
; expect: redux.sync.add.s32
; expect: vote.sync.any.pred
; expect: shfl.sync.idx.b32
; absent: 31, -1;
; absent: activemask
declare i32 @_Z30__spirv_tandem_members_combineIiET_S0_mjj(i32, i64, i32, i32)
declare i1 @_Z30__spirv_tandem_members_combineIbET_S0_mjj(i1, i64, i32, i32)
declare float @_Z30__spirv_tandem_members_combineIfET_S0_mjj(float, i64, i32, i32)
declare i64 @_Z30__spirv_tandem_members_shuffleImET_S0_jm(i64, i32, i64)

define spir_kernel void @k(ptr addrspace(1) %out, i32 %x, i64 %members, i1 %c, float %f) {
  br i1 %c, label %some, label %end
some:
  %sum = call i32 @_Z30__spirv_tandem_members_combineIiET_S0_mjj(i32 %x, i64 %members, i32 0, i32 0)
  %is = icmp ult i32 %sum, 5
  %any = call i1 @_Z30__spirv_tandem_members_combineIbET_S0_mjj(i1 %is, i64 %members, i32 11, i32 0)
  %bit = zext i1 %any to i64
  %moved = call i64 @_Z30__spirv_tandem_members_shuffleImET_S0_jm(i64 %bit, i32 %x, i64 %members)
  %scan = call float @_Z30__spirv_tandem_members_combineIfET_S0_mjj(float %f, i64 %members, i32 6, i32 1)
  %n = fptoui float %scan to i64
  %all = add i64 %n, %moved
  store i64 %all, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
