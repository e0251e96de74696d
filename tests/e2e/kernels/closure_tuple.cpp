// std::tuple and std::pair, nested, with pointers and accessors inside.
// REQUIRES: aspect:fp64
// EXPECT: 1 2.5 c 7 8
#include <cstdio>
#include <sycl/sycl.hpp>
#include <tuple>
#include <utility>

int main() {
  sycl::queue q;
  double *p = sycl::malloc_device<double>(8, q);
  sycl::buffer<int> b(2);
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::write_only);
     auto all =
         std::make_tuple(1, 2.5, 'c', std::make_pair(p, a), std::tuple<>());
     std::pair<short, long> numbers(7, 8);
     h.single_task([=] {
       auto [pointer, accessor] = std::get<3>(all);
       pointer[0] = std::get<0>(all);
       pointer[1] = std::get<1>(all);
       pointer[2] = std::get<2>(all);
       accessor[0] = numbers.first;
       accessor[1] = int(numbers.second);
     });
   }).wait();
  sycl::host_accessor a(b, sycl::read_only);
  double host[3];
  q.copy(p, host, 3).wait();
  std::printf("%g %g %c %d %d\n", host[0], host[1], int(host[2]), a[0], a[1]);
  sycl::free(p, q);
}
