// A transposition by tiles of local memory, in two dimensions.
// REQUIRES: work_group_size:256
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t n = 64, m = 96, t = 16;
  sycl::queue q;
  std::vector<int> v(n * m), w(n * m, -1);
  for (size_t i = 0; i < n * m; ++i)
    v[i] = int(i);
  {
    sycl::buffer<int, 2> in(v.data(), sycl::range<2>(n, m)),
        out(w.data(), sycl::range<2>(m, n));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(in, h, sycl::read_only);
      sycl::accessor b(out, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<int, 2> tile(sycl::range<2>(t, t + 1), h);
      h.parallel_for(
          sycl::nd_range<2>({n, m}, {t, t}), [=](sycl::nd_item<2> it) {
            size_t y = it.get_local_id(0), x = it.get_local_id(1);
            tile[y][x] = a[it.get_global_id()];
            sycl::group_barrier(it.get_group());
            b[it.get_group(1) * t + y][it.get_group(0) * t + x] = tile[x][y];
          });
    });
  }
  bool ok = true;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < m; ++j)
      ok = ok && w[j * n + i] == v[i * m + j];
  std::puts(ok ? "PASS" : "FAIL");
}
