; Stands for libclc in the tests: OpenCL's functions, by their mangled names.
define weak_odr float @_Z3sinf(float %x) {
  %y = call float asm "mov.f32 $0, $1; // sin of libclc", "=f,f"(float %x)
  ret float %y
}
define weak_odr double @_Z3powdd(double %x, double %y) {
  %z = call double asm "add.f64 $0, $1, $2; // pow of libclc", "=d,d,d"(double %x, double %y)
  ret double %z
}
define weak_odr float @_Z5frexpfPi(float %x, ptr %exponent) {
  store i32 17, ptr %exponent
  %y = call float asm "mov.f32 $0, $1; // frexp of libclc", "=f,f"(float %x)
  ret float %y
}
define weak_odr float @_Z3cosf(float %x) {
  %y = call float asm "mov.f32 $0, $1; // cos of libclc", "=f,f"(float %x)
  ret float %y
}
