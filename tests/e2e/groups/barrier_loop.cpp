// Barriers in nested loops whose bounds depend on the group.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t n = 128, l = 16;
  sycl::queue q;
  sycl::buffer<int> result(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor p(result, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int, 1> ring(2 * l, h);
    h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
      size_t i = it.get_local_id(0), g = it.get_group(0);
      int side = 0, mine = int(i);
      ring[i] = mine;
      for (size_t outer = 0; outer < g + 1; ++outer) {
        for (size_t inner = 0; inner < 3; ++inner) {
          sycl::group_barrier(it.get_group());
          mine = ring[side * l + (i + 1) % l] + 1;
          side = 1 - side;
          ring[side * l + i] = mine;
        }
        if (mine < -1000)
          break;
      }
      p[it.get_global_id(0)] = mine;
    });
  });
  sycl::host_accessor p(result, sycl::read_only);
  bool ok = true;
  for (size_t k = 0; k < n; ++k) {
    size_t i = k % l, steps = 3 * (k / l + 1);
    ok = ok && p[k] == int((i + steps) % l + steps);
  }
  std::puts(ok ? "PASS" : "FAIL");
}
