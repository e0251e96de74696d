// Valid parameters for the kernel of a range: id, item, integers, auto.
// EXPECT: 15 28 45 45 45
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *p = sycl::malloc_device<int>(50, q);
  q.parallel_for(6, [=](size_t i) { p[i] = i; });
  q.parallel_for(8, [=](int i) { p[10 + i] = i; });
  q.parallel_for(sycl::range(10),
                 [=](auto it) { p[20 + it.get_linear_id()] = it.get_id(0); });
  q.parallel_for(sycl::range{10},
                 [=](sycl::item<1, false> it) { p[30 + it] = it[0]; });
  q.parallel_for(sycl::range<1>{10},
                 [=](sycl::item<1> it) { p[40 + it] = it; });
  q.wait();
  int host[50];
  q.copy(p, host, 50).wait();
  int ends[][2] = {{0, 6}, {10, 18}, {20, 30}, {30, 40}, {40, 50}};
  for (auto &e : ends) {
    int sum = 0;
    for (int i = e[0]; i < e[1]; ++i)
      sum += host[i];
    std::printf("%d ", sum);
  }
  std::puts("");
  sycl::free(p, q);
}
