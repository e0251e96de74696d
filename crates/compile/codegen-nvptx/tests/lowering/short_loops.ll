; Short loops that load have many loads under way, if nothing else is done with memory.
; expect: .entry loads
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32
; expect: ld.global.u32

define spir_kernel void @loads(ptr addrspace(1) %data, ptr addrspace(1) %out) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %x = load i32, ptr addrspace(1) %p, align 4
  %more = add i32 %sum, %x
  %next = add nuw nsw i64 %i, 1
  %is_done = icmp eq i64 %next, 4096
  br i1 %is_done, label %end, label %body
end:
  store i32 %more, ptr addrspace(1) %out
  ret void
}
