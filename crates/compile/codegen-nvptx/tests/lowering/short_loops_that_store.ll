; Loads of a later round cannot pass stores: the body of such a loop is repeated as LLVM does.
; expect: .entry stores
; expect: ld.global.u32
; absent: +60]

define spir_kernel void @stores(ptr addrspace(1) %data, ptr addrspace(1) %out) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %x = load i32, ptr addrspace(1) %p, align 4
  store i32 %sum, ptr addrspace(1) %out
  %more = add i32 %sum, %x
  %next = add nuw nsw i64 %i, 1
  %is_done = icmp eq i64 %next, 4096
  br i1 %is_done, label %end, label %body
end:
  store i32 %more, ptr addrspace(1) %out
  ret void
}
