// A loop that all work-items run together, whose first branch is the same for a
// row of work-items only: each row must go its own way.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  bool ok = true;
  for (int n : {8, 16, 20, 33, 64}) {
    std::vector<int> host_in(n * n), host_out(n * n, -1);
    int *in = sycl::malloc_device<int>(n * n, q);
    int *out = sycl::malloc_device<int>(n * n, q);
    for (int i = 0; i < n * n; ++i)
      host_in[i] = i % 7;
    q.copy(host_in.data(), in, n * n).wait();
    q.copy(host_out.data(), out, n * n).wait();
    auto stencil = [=](const int *in, int y, int x) {
      int sum = 0;
      for (int k = 0; k < 16; ++k)
        for (int dy = -1; dy <= 1; ++dy) {
          if (y + dy < 0 || y + dy >= n)
            continue;
          for (int dx = -1; dx <= 1; ++dx) {
            if (x + dx < 0 || x + dx >= n)
              continue;
            sum += in[(y + dy) * n + x + dx];
          }
        }
      return sum;
    };
    q.parallel_for(sycl::range<2>(n, n), [=](sycl::item<2> it) {
       out[it.get_linear_id()] = stencil(in, int(it[0]), int(it[1]));
     }).wait();
    q.copy(out, host_out.data(), n * n).wait();
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        if (host_out[y * n + x] != stencil(host_in.data(), y, x)) {
          if (ok)
            std::printf("wrong for %d: [%d][%d] is %d\n", n, y, x,
                        host_out[y * n + x]);
          ok = false;
        }
    sycl::free(in, q);
    sycl::free(out, q);
  }
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
