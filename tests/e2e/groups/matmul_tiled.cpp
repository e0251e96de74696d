// Matrix product by tiles: two barriers in a loop, a private accumulator.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr int n = 64, t = 8;
  sycl::queue q;
  std::vector<float> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = float(i % 7);
    b[i] = float(i % 5);
  }
  sycl::buffer<float> left(a), right(b), product(n * n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(left, h, sycl::read_only), b(right, h, sycl::read_only);
    sycl::accessor c(product, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<float, 2> ta({t, t}, h), tb({t, t}, h);
    h.parallel_for(sycl::nd_range<2>({n, n}, {t, t}), [=](sycl::nd_item<2> it) {
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
  });
  sycl::host_accessor c(product, sycl::read_only);
  bool ok = true;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[y * n + k] * b[k * n + x];
      ok = ok && c[y * n + x] == sum;
    }
  std::puts(ok ? "PASS" : "FAIL");
}
