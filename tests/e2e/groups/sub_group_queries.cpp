// Sub-groups partition a work-group: their ids and sizes add up.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t n = 128, l = 32;
  sycl::queue q;
  sycl::buffer<unsigned> result(4 * n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor p(result, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
      auto s = it.get_sub_group();
      size_t i = it.get_global_id(0);
      sycl::group_barrier(s);
      p[4 * i] = s.get_local_linear_id();
      p[4 * i + 1] = s.get_local_linear_range();
      p[4 * i + 2] = s.get_group_linear_id();
      p[4 * i + 3] = s.get_group_linear_range();
    });
  });
  sycl::host_accessor p(result, sycl::read_only);
  bool ok = true;
  for (size_t g = 0; g < n / l; ++g) {
    unsigned groups = p[4 * g * l + 3], leaders = 0;
    for (size_t i = g * l; i < (g + 1) * l; ++i) {
      ok = ok && p[4 * i] < p[4 * i + 1] && p[4 * i + 2] < groups &&
           p[4 * i + 3] == groups;
      leaders += p[4 * i] == 0;
    }
    ok = ok && leaders == groups;
  }
  std::puts(ok ? "PASS" : "FAIL");
}
