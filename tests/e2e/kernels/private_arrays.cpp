// Arrays of a work-item: a sort, live across a barrier.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr int n = 64, l = 16, m = 12;
  sycl::queue q;
  int *p = sycl::malloc_device<int>(n * m, q);
  q.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
     int i = it.get_global_id(0), values[m];
     for (int k = 0; k < m; ++k)
       values[k] = (i * 31 + k * 17) % 23;
     sycl::group_barrier(it.get_group());
     for (int a = 1; a < m; ++a)
       for (int b = a; b > 0 && values[b - 1] > values[b]; --b) {
         int t = values[b];
         values[b] = values[b - 1];
         values[b - 1] = t;
       }
     sycl::group_barrier(it.get_group());
     for (int k = 0; k < m; ++k)
       p[i * m + k] = values[k];
   }).wait();
  bool ok = true;
  int host[n * m];
  q.copy(p, host, n * m).wait();
  for (int i = 0; i < n; ++i) {
    int sum = 0, want = 0;
    for (int k = 0; k < m; ++k) {
      sum += host[i * m + k];
      want += (i * 31 + k * 17) % 23;
      ok = ok && (k == 0 || host[i * m + k - 1] <= host[i * m + k]);
    }
    ok = ok && sum == want;
  }
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
