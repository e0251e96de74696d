// Buffers over vectors of the host; the result is there when they are gone.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t n = 1000;
  std::vector<float> a(n), b(n), c(n, -1.f);
  for (size_t i = 0; i < n; ++i) {
    a[i] = float(i);
    b[i] = 2.f * float(i);
  }
  {
    sycl::queue q;
    sycl::buffer<float, 1> ba(a.data(), sycl::range<1>(n)), bb(b),
        bc(c.data(), n);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(ba, h, sycl::read_only);
      sycl::accessor y(bb, h, sycl::read_only);
      sycl::accessor z(bc, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range<1>(n),
                     [=](sycl::id<1> i) { z[i] = x[i] + y[i]; });
    });
  }
  bool ok = true;
  for (size_t i = 0; i < n; ++i)
    ok = ok && c[i] == 3.f * float(i);
  std::puts(ok ? "PASS" : "FAIL");
}
