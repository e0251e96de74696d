; Kernels with more parameters than there is room for have entries that trap, and others are as ever.
; The launch's data take part of the room.
; expect: .version 7.0
; expect: .entry small(
; expect: st.global
; expect: .entry large(
; expect: trap;
; expect: .entry fits_alone(
; expect: trap;
; absent: [40000]
; absent: [32704]
%large = type { [40000 x i8] }
%fits_alone = type { [32704 x i8] }

define spir_kernel void @small(ptr addrspace(1) %out) {
  store i64 1, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @large(ptr byval(%large) align 8 %p, ptr addrspace(1) %out) {
  %v = load i64, ptr %p
  store i64 %v, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fits_alone(ptr byval(%fits_alone) align 8 %p) {
  ret void
}
