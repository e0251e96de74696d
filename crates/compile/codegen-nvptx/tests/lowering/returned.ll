; Work-items that have returned take no part: lanes ask who is there, and sub-groups say that they are.
; expect: .shared .align 8 .u32 tandem$2epresent
; expect: st.shared.u32 	[tandem$2epresent], %r
; expect: bar.sync
; expect: vote.sync.ballot.b32
; expect: atom.relaxed.cta.shared.or.b32
; expect: bar.sync
; expect: ld.shared.u32
; expect: bar.sync
; expect: atom.relaxed.cta.shared.and.b32
declare i64 @__spirv_GroupIAdd.i64(i32, i32, i64)
declare i64 @__spirv_BuiltInLocalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %out) {
  %i = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %odd = and i64 %i, 1
  %is = icmp ne i64 %odd, 0
  br i1 %is, label %end, label %go
go:
  %sum = call i64 @__spirv_GroupIAdd.i64(i32 2, i32 0, i64 %i)
  store i64 %sum, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
