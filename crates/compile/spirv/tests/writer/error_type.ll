; 80-bit numbers have no counterpart.

define spir_func x86_fp80 @f(x86_fp80 %x) {
  ret x86_fp80 %x
}
; ==== expected ====
; error: in `f`: type `x86_fp80` has no SPIR-V counterpart
