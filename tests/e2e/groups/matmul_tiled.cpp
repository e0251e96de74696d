// Matrix product by tiles: two barriers in a loop, a private accumulator.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr int n = 64, t = 8;
  sycl::queue q;
  float *a = sycl::malloc_shared<float>(n * n, q),
        *b = sycl::malloc_shared<float>(n * n, q),
        *c = sycl::malloc_shared<float>(n * n, q);
  for (int i = 0; i < n * n; ++i) {
    a[i] = float(i % 7);
    b[i] = float(i % 5);
  }
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<float, 2> ta({t, t}, h), tb({t, t}, h);
     h.parallel_for(sycl::nd_range<2>({n, n}, {t, t}),
                    [=](sycl::nd_item<2> it) {
                      int y = it.get_global_id(0), x = it.get_global_id(1),
                          ly = it.get_local_id(0), lx = it.get_local_id(1);
                      float sum = 0;
                      for (int k = 0; k < n; k += t) {
                        ta[ly][lx] = a[y * n + k + lx];
                        tb[ly][lx] = b[(k + ly) * n + x];
                        sycl::group_barrier(it.get_group());
                        for (int j = 0; j < t; ++j)
                          sum += ta[ly][j] * tb[j][lx];
                        sycl::group_barrier(it.get_group());
                      }
                      c[y * n + x] = sum;
                    });
   }).wait();
  bool ok = true;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[y * n + k] * b[k * n + x];
      ok = ok && c[y * n + x] == sum;
    }
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(c, q);
}
