// nd_range in three dimensions with an offset.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  constexpr size_t total = 4 * 6 * 8;
  size_t *p = sycl::malloc_device<size_t>(2 * total, q);
  sycl::nd_range<3> space({4, 6, 8}, {2, 3, 4}, {10, 20, 30});
  q.parallel_for(space, [=](sycl::nd_item<3> it) {
     auto i = it.get_global_linear_id();
     auto g = it.get_global_id();
     p[2 * i] = g[0] * 10000 + g[1] * 100 + g[2];
     p[2 * i + 1] = it.get_group_linear_id() * 100 + it.get_local_linear_id();
   }).wait();
  bool ok = true;
  size_t host[2 * total];
  q.copy(p, host, 2 * total).wait();
  for (size_t i = 0; i < total; ++i) {
    size_t x = i / 48, y = i / 8 % 6, z = i % 8;
    size_t group = (x / 2 * 2 + y / 3) * 2 + z / 4,
           local = (x % 2 * 3 + y % 3) * 4 + z % 4;
    ok = ok && host[2 * i] == (x + 10) * 10000 + (y + 20) * 100 + z + 30 &&
         host[2 * i + 1] == group * 100 + local;
  }
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
