// Whole groups that leave before a barrier, and work-items that skip work
// between barriers.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t n = 64, l = 8;
  sycl::queue q;
  sycl::buffer<int> result(n);
  q.submit([&](sycl::handler &h) {
    h.fill(sycl::accessor(result, h, sycl::write_only, sycl::no_init), 0);
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor p(result, h, sycl::write_only);
    sycl::local_accessor<int, 1> t(l, h);
    h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
      size_t i = it.get_local_id(0);
      if (it.get_group(0) % 2)
        return;
      t[i] = 0;
      sycl::group_barrier(it.get_group());
      if (i < 3)
        t[i + 5] = int(i) + 1;
      sycl::group_barrier(it.get_group());
      int sum = 0;
      for (size_t k = 0; k <= i; ++k)
        sum += t[k];
      p[it.get_global_id(0)] = sum;
    });
  });
  sycl::host_accessor p(result, sycl::read_only);
  const int want[l] = {0, 0, 0, 0, 0, 1, 3, 6};
  bool ok = true;
  for (size_t k = 0; k < n; ++k)
    ok = ok && p[k] == (k / l % 2 ? 0 : want[k % l]);
  std::puts(ok ? "PASS" : "FAIL");
}
