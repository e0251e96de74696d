// Buffers from ranges, iterators and containers, with deduced types.
// EXPECT: sum 45 of 10
// EXPECT: iterators 6, untouched 3
// EXPECT: const container 10
// EXPECT: shared pointers 42 7
// EXPECT: allocator 16 bytes
#include <array>
#include <cstdio>
#include <list>
#include <memory>
#include <sycl/sycl.hpp>
#include <vector>

template <class Buffer> int sum(sycl::queue &q, Buffer &b) {
  int *p = sycl::malloc_device<int>(1, q);
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_only);
     h.single_task([=] {
       *p = 0;
       for (size_t i = 0; i < a.size(); ++i)
         *p += a[i];
     });
   }).wait();
  int result;
  q.copy(p, &result, 1).wait();
  sycl::free(p, q);
  return result;
}

int main() {
  sycl::queue q;
  std::vector<int> v(10);
  for (int i = 0; i < 10; ++i)
    v[i] = i;
  sycl::buffer b(v);
  static_assert(std::is_same_v<decltype(b), sycl::buffer<int, 1>>);
  std::printf("sum %d of %zu\n", sum(q, b), b.size());

  std::list<int> list = {1, 2, 3};
  {
    sycl::buffer c(list.begin(), list.end());
    int s = sum(q, c);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(c, h);
      h.parallel_for(3, [=](sycl::id<1> i) { a[i] = 9; });
    });
    std::printf("iterators %d, ", s);
  }
  std::printf("untouched %d\n", list.back());

  const std::array<int, 4> fixed = {1, 2, 3, 4};
  sycl::buffer<int> d(fixed);
  std::printf("const container %d\n", sum(q, d));

  auto one = std::make_shared<int>(42);
  std::shared_ptr<int[]> many(new int[2]{3, 4});
  sycl::buffer of_one(one, sycl::range(1)),
      of_many(many, sycl::range(2), std::allocator<int>());
  static_assert(std::is_same_v<decltype(of_many),
                               sycl::buffer<int, 1, std::allocator<int>>>);
  std::printf("shared pointers %d %d\n", sum(q, of_one), sum(q, of_many));

  sycl::buffer<int, 1, std::allocator<int>> e(sycl::range<1>(4),
                                              std::allocator<int>());
  std::printf("allocator %zu bytes\n", e.byte_size());
}
