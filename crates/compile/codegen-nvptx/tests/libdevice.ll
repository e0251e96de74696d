; Stands for NVIDIA's library in the tests: functions whose names are in the PTX.
@ftz = private constant [11 x i8] c"__CUDA_FTZ\00"
declare i32 @__nvvm_reflect(ptr)

define float @__nv_sinf(float %x) {
  %flushes = call i32 @__nvvm_reflect(ptr @ftz)
  %is = icmp ne i32 %flushes, 0
  br i1 %is, label %flushed, label %exact
flushed:
  %a = call float asm "mov.f32 $0, $1; // flushed", "=f,f"(float %x)
  ret float %a
exact:
  %b = call float asm "mov.f32 $0, $1; // sinf", "=f,f"(float %x)
  ret float %b
}

define float @__nv_fast_cosf(float %x) {
  %y = call float asm "mov.f32 $0, $1; // cosf", "=f,f"(float %x)
  ret float %y
}

define double @__nv_pow(double %x, double %y) {
  %z = call double asm "mov.f64 $0, $1; // pow", "=d,d,d"(double %x, double %y)
  ret double %z
}

define float @__nv_rsqrtf(float %x) {
  %y = call float @llvm.nvvm.rsqrt.approx.f(float %x)
  ret float %y
}
declare float @llvm.nvvm.rsqrt.approx.f(float)

define float @__nv_tanf(float %x) {
  ret float %x
}

define float @__nv_powf(float %x, float %y) {
  %z = call float asm "mov.f32 $0, $1; // powf", "=f,f,f"(float %x, float %y)
  ret float %z
}

define double @__nv_sin(double %x) {
  %is = fcmp ogt double %x, 1.0e5
  br i1 %is, label %rare, label %often
rare:
  %r = call double @__internal_reduction(double %x)
  br label %often
often:
  %y = phi double [ %x, %0 ], [ %r, %rare ]
  ret double %y
}

define internal double @__internal_reduction(double %x) noinline {
  %z = call double asm sideeffect "mov.f64 $0, $1; // reduction", "=d,d"(double %x)
  ret double %z
}

define float @__nv_fmodf(float %x, float %y) {
  %z = call float asm "mov.f32 $0, $1; // fmodf", "=f,f,f"(float %x, float %y)
  ret float %z
}

define double @__nv_fmod(double %x, double %y) {
  %z = call double asm "mov.f64 $0, $1; // fmod", "=d,d,d"(double %x, double %y)
  ret double %z
}

; A product with two uses, one of them in a difference.
define float @__nv_logf(float %x) {
  %p = fmul float %x, 3.0
  %d = fsub float %x, %p
  %q = fdiv float %d, %p
  ret float %q
}

define float @__nv_fast_sinf(float %x) {
  %y = call float asm "mov.f32 $0, $1; // fast sinf", "=f,f"(float %x)
  ret float %y
}
