// Accessors as containers, on the host and in kernels.
// EXPECT: sorted 0 1 2 3 4 5 6 7
// EXPECT: kernel sum 28
// EXPECT: box 27 28 35 36
// EXPECT: reverse 7
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  std::vector<int> v = {3, 1, 4, 0, 5, 7, 2, 6};
  sycl::buffer<int> b(v);
  {
    sycl::host_accessor a(b);
    std::sort(a.begin(), a.end());
    std::printf("sorted");
    for (int i : a)
      std::printf(" %d", i);
    std::puts("");
  }
  int *sum = sycl::malloc_device<int>(1, q);
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_only);
     h.single_task([=] {
       *sum = 0;
       for (int i : a)
         *sum += i;
     });
   }).wait();
  int result;
  q.copy(sum, &result, 1).wait();
  std::printf("kernel sum %d\n", result);
  sycl::buffer<int, 2> plane(sycl::range<2>(8, 8));
  {
    sycl::host_accessor a(plane, sycl::write_only);
    int k = 0;
    for (int &i : a)
      i = k++;
  }
  sycl::host_accessor box(plane, sycl::range<2>(2, 2), sycl::id<2>(3, 3),
                          sycl::read_only);
  std::printf("box");
  for (auto it = box.cbegin(); it != box.cend(); ++it)
    std::printf(" %d", *it);
  std::printf("\nreverse %d\n",
              *sycl::host_accessor(b, sycl::read_only).rbegin());
  sycl::free(sum, q);
}
