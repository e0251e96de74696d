// Common features of vectors and scalars: function objects, names, conversions.
// REQUIRES: aspect:fp16
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>

using sycl::half, sycl::int2, sycl::marray;

// Function objects without a type take vectors, and compare them element by
// element.
static_assert(
    std::is_same_v<decltype(sycl::minimum<>()(int2(), int2())), int2>);
static_assert(std::is_same_v<decltype(sycl::maximum<>()(marray<double, 5>(),
                                                        marray<double, 5>())),
                             marray<double, 5>>);
static_assert(std::is_same_v<decltype(sycl::minimum<>()(1, 2.f)), float> &&
              std::is_same_v<decltype(sycl::plus<>()(int2(), int2())), int2>);
static_assert(std::is_same_v<sycl::byte, unsigned char>);

static_assert(std::is_same_v<sycl::mchar4, sycl::marray<int8_t, 4>>);
static_assert(std::is_same_v<sycl::mulong2, sycl::marray<uint64_t, 2>>);

int main() {
  sycl::queue q;
  sycl::buffer<bool> results{1};
  q.submit([&](sycl::handler &h) {
    sycl::accessor right(results, h, sycl::write_only);
    h.single_task([=] {
      int2 least = sycl::minimum<>()(int2(1, 5), int2(3, 2)),
           most = sycl::maximum<int2>()(int2(1, 5), int2(3, 2));
      right[0] = least[0] == 1 && least[1] == 2 && most[0] == 3 &&
                 most[1] == 5 && sycl::minimum<>()(half(1), half(2)) == half(1);
    });
  });
  bool right = sycl::host_accessor(results)[0];
  std::puts(right ? "PASS" : "FAIL");
}
