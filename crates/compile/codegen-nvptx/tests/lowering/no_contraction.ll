; With `-ffp-contract=off` products and sums stay apart, for the assembler, too.
; expect: mul.rn.f32
; expect: add.rn.f32
; absent: fma
define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y, float %z) {
  %p = fmul float %x, %y
  %s = fadd float %p, %z
  store float %s, ptr addrspace(1) %out
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"tandem.no_contraction", i32 1}
