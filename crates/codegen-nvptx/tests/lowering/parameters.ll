; The launch's data take part of the room for parameters.
; refused: kernel `k`: 4408 bytes of parameters, where the NVIDIA device has room for 4352
%large = type { [4352 x i8] }

define spir_kernel void @k(ptr byval(%large) align 8 %p) {
  ret void
}
