// The baseline of the compile-time table: vadd_usm.cpp's loop without SYCL.
#include <cstdio>
#include <cstdlib>
int main(int argc, char **argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1024;
  float *a = static_cast<float *>(std::malloc(n * sizeof(float)));
  float *b = static_cast<float *>(std::malloc(n * sizeof(float)));
  float *c = static_cast<float *>(std::malloc(n * sizeof(float)));
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = float(i);
    b[i] = 2.f * float(i);
    c[i] = -1.f;
  }
  for (std::size_t i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
  int bad = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (c[i] != a[i] + b[i])
      bad = 1;
  std::free(a);
  std::free(b);
  std::free(c);
  std::puts(bad ? "FAIL" : "PASS");
  return bad;
}
