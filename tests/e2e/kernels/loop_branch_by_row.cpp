// A loop that all work-items run together, whose first branch is the same for a
// row of work-items only: each row must go its own way.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  bool ok = true;
  for (int n : {8, 16, 20, 33, 64}) {
    int *in = sycl::malloc_shared<int>(n * n, q);
    int *out = sycl::malloc_shared<int>(n * n, q);
    for (int i = 0; i < n * n; ++i) {
      in[i] = i % 7;
      out[i] = -1;
    }
    auto stencil = [=](int y, int x) {
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
       out[it.get_linear_id()] = stencil(int(it[0]), int(it[1]));
     }).wait();
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        if (out[y * n + x] != stencil(y, x)) {
          if (ok)
            std::printf("wrong for %d: [%d][%d] is %d\n", n, y, x,
                        out[y * n + x]);
          ok = false;
        }
    sycl::free(in, q);
    sycl::free(out, q);
  }
  std::puts(ok ? "PASS" : "FAIL");
  return !ok;
}
