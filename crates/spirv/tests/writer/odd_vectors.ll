; Vectors of lengths that SPIR-V lacks are taken apart.

define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = load <6 x float>, ptr addrspace(1) %p, align 4
  %w = fadd <6 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0>
  store <6 x float> %w, ptr addrspace(1) %p, align 4
  ret void
}
; ==== expected ====
; error: pass pipeline `function(scalarizer<load-store;variable-insert-extract>)`: unknown function pass 'scalarizer<load-store;variable-insert-extract>'
