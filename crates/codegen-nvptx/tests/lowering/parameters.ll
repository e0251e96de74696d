; The launch's data take part of the room for parameters.
; refused: kernel `k`: 32768 bytes of parameters, where the NVIDIA device has room for 32764
%large = type { [32704 x i8] }

define spir_kernel void @k(ptr byval(%large) align 8 %p) {
  ret void
}
