// A tree in local memory: one barrier for each of its levels.
// REQUIRES: work_group_size:256
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t n = 64 * 256, l = 256;
  sycl::queue q;
  std::vector<int> in(n);
  for (size_t i = 0; i < n; ++i)
    in[i] = int(i % 1001);
  sycl::buffer<int> input(in), sums(n / l);
  q.submit([&](sycl::handler &h) {
    sycl::accessor in(input, h, sycl::read_only);
    sycl::accessor out(sums, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int, 1> tile(sycl::range<1>(l), h);
    h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
      size_t i = it.get_local_id(0);
      tile[i] = in[it.get_global_id(0)];
      for (size_t s = l / 2; s > 0; s /= 2) {
        sycl::group_barrier(it.get_group());
        if (i < s)
          tile[i] += tile[i + s];
      }
      if (i == 0)
        out[it.get_group(0)] = tile[0];
    });
  });
  sycl::host_accessor out(sums, sycl::read_only);
  bool ok = true;
  for (size_t g = 0; g < n / l; ++g) {
    int sum = 0;
    for (size_t i = 0; i < l; ++i)
      sum += in[g * l + i];
    ok = ok && out[g] == sum;
  }
  std::puts(ok ? "PASS" : "FAIL");
}
