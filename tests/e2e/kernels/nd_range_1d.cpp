// Every query of nd_item and group in one dimension.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t n = 96, l = 16;
  sycl::queue q;
  int *bad = sycl::malloc_device<int>(n, q);
  q.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
     size_t i = it.get_global_id(0);
     auto g = it.get_group();
     bool ok = it.get_global_id() == sycl::id<1>(i) &&
               it.get_global_linear_id() == i && it.get_local_id(0) == i % l &&
               it.get_local_linear_id() == i % l && it.get_group(0) == i / l &&
               it.get_group_linear_id() == i / l &&
               it.get_group_range(0) == n / l && it.get_global_range(0) == n &&
               it.get_local_range(0) == l &&
               it.get_nd_range().get_local_range() == sycl::range<1>(l) &&
               it.get_offset()[0] == 0;
     ok = ok && g.get_group_id(0) == i / l && g[0] == i / l &&
          g.get_local_id(0) == i % l && g.get_local_range(0) == l &&
          g.get_group_range(0) == n / l &&
          g.get_group_linear_range() == n / l &&
          g.get_local_linear_range() == l && g.leader() == (i % l == 0) &&
          g.get_max_local_range()[0] == l;
     bad[i] = !ok;
   }).wait();
  int errors = 0;
  int host[n];
  q.copy(bad, host, n).wait();
  for (size_t i = 0; i < n; ++i)
    errors += host[i];
  std::puts(errors ? "FAIL" : "PASS");
  sycl::free(bad, q);
}
