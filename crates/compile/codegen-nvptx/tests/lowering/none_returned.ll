; Where all work-items reach an operation, in loops that all leave together as well, nobody asks.
; absent: ballot
; absent: present
; expect: shfl.sync.idx.b32
declare i64 @__spirv_GroupIAdd.i64(i32, i32, i64)
declare i64 @__spirv_BuiltInLocalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %i = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  br label %loop
loop:
  %round = phi i32 [ 0, %0 ], [ %next, %loop ]
  %value = phi i64 [ %i, %0 ], [ %both, %loop ]
  %own = call i64 @__spirv_GroupIAdd.i64(i32 3, i32 0, i64 %value)
  %all = call i64 @__spirv_GroupIAdd.i64(i32 2, i32 1, i64 %value)
  %both = add i64 %own, %all
  %next = add i32 %round, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i64 %both, ptr addrspace(1) %out
  ret void
}
