// Initial values of device globals (C++20), and device_image_scope.
// FLAGS: -std=c++20
// EXPECT: values 3 5 2 3 4.5 1 0
// EXPECT: struct 6 4.25 8
// EXPECT: once 4
// EXPECT: host first 5 2 3
// EXPECT: image 9 11
// EXPECT: specialized 4
#include <sycl/sycl.hpp>

#include <cstdio>

namespace ex = sycl::ext::oneapi::experimental;
using ex::device_global;
using image_scope = decltype(ex::properties(ex::device_image_scope));

struct structure {
  int number;
  bool flag;
  float fraction;
  int list[4];
  constexpr structure(int number, float fraction)
      : number(number), flag(true), fraction(fraction), list{5, 6, 7, 8} {}
};
constexpr structure constant(6, 4.25f);

device_global<int> number{3};
static device_global<int[3]> list{5, 2, 3};
inline device_global<float, image_scope> fraction{4.5f};
device_global<bool[100]> flags{true, false};
device_global<structure> object{constant};
device_global<structure, image_scope> image_object{7, 1.0f};
device_global<int[3]> host_list{5, 2, 3};
device_global<int[2], image_scope> image{8, 9};
constexpr sycl::specialization_id<int> chosen(1);

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  auto *out = sycl::malloc_device<float>(10, q);
  q.single_task([=] {
     out[0] = number;
     for (int i = 0; i < 3; ++i)
       out[1 + i] = list[i];
     out[4] = fraction;
     out[5] = flags[0];
     out[6] = flags[99];
   }).wait();
  float host[10];
  q.copy(out, host, 10).wait();
  std::printf("values %g %g %g %g %g %g %g\n", host[0], host[1], host[2],
              host[3], host[4], host[5], host[6]);

  q.single_task([=] {
     out[0] = object.get().number;
     out[1] = object.get().fraction;
     out[2] = image_object.get().list[3];
   }).wait();
  q.copy(out, host, 10).wait();
  std::printf("struct %g %g %g\n", host[0], host[1], host[2]);

  // Kernels of other programs find what the first one left.
  q.single_task([=] { ++number.get(); });
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<chosen>(4);
     h.single_task([=](sycl::kernel_handler k) {
       out[0] = number;
       out[1] = k.get_specialization_constant<chosen>();
     });
   }).wait();
  q.copy(out, host, 10).wait();
  std::printf("once %g\n", host[0]);

  int values[3];
  q.copy(host_list, values).wait();
  std::printf("host first %d %d %d\n", values[0], values[1], values[2]);

  const int eleven = 11;
  q.copy(&eleven, image, 1, 1);
  q.single_task([=] { ++image[0]; });
  q.copy(image, values, 2).wait();
  std::printf("image %d %d\n", values[0], values[1]);
  std::printf("specialized %g\n", host[1]);
  sycl::free(out, q);
}
