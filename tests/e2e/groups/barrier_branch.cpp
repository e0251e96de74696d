// Barriers in branches that all work-items of a group take, in different ways
// for different groups, and one inside a conditional of a loop.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t n = 96, l = 16;
  sycl::queue q;
  sycl::buffer<int> result(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor p(result, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int, 1> t(l, h);
    h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
      size_t i = it.get_local_id(0), g = it.get_group(0);
      t[i] = int(i);
      int r = 0;
      if (g % 3 == 0) {
        sycl::group_barrier(it.get_group());
        r = t[l - 1 - i];
      } else if (g % 3 == 1) {
        r = 100;
        sycl::group_barrier(it.get_group());
        r += t[(i + 3) % l];
        sycl::group_barrier(it.get_group());
        t[i] = r;
        sycl::group_barrier(it.get_group());
        r = t[(i + 1) % l];
      }
      for (size_t k = 0; k < 4; ++k) {
        if ((k + g) % 2 == 0) {
          sycl::group_barrier(it.get_group());
          t[i] = r + 1;
          sycl::group_barrier(it.get_group());
          r = t[i ^ 1];
        }
      }
      p[it.get_global_id(0)] = r;
    });
  });
  sycl::host_accessor p(result, sycl::read_only);
  bool ok = true;
  for (size_t k = 0; k < n; ++k) {
    size_t i = k % l, g = k / l;
    int want = g % 3 == 0   ? int(l - 1 - i)
               : g % 3 == 1 ? 100 + int((i + 4) % l)
                            : 0;
    // Two exchanges with the neighbour bring the own value back.
    ok = ok && p[k] == want + 2;
  }
  std::puts(ok ? "PASS" : "FAIL");
}
