// The baseline of the compile-time table: vadd_buffer.cpp's loop without SYCL.
#include <cstdio>
#include <cstdlib>
#include <vector>
int main(int argc, char **argv) {
  const std::size_t n = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1024;
  std::vector<float> a(n), b(n), c(n, -1.f);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = float(i);
    b[i] = 2.f * float(i);
  }
  for (std::size_t i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
  for (std::size_t i = 0; i < n; ++i)
    if (c[i] != a[i] + b[i]) {
      std::printf("FAIL at %zu: %f\n", i, c[i]);
      return 1;
    }
  std::puts("PASS");
}
