// bit_cast, function objects and multi_ptr.
// EXPECT: 40490fdb 3.14159 7 5 1
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::buffer<unsigned> numbers(5);
  sycl::buffer<float> real(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(numbers, h, sycl::write_only, sycl::no_init);
    sycl::accessor f(real, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      unsigned *p = &out[0];
      p[0] = sycl::bit_cast<unsigned>(3.14159274f);
      f[0] = sycl::bit_cast<float>(p[0]);
      p[2] = sycl::plus<>()(3, 4);
      p[3] = sycl::maximum<int>()(5, 2);
      auto pointer =
          sycl::address_space_cast<sycl::access::address_space::global_space,
                                   sycl::access::decorated::no>(p);
      pointer[4] =
          *(pointer + 2) == 7 && sycl::global_ptr<unsigned>(pointer).get() == p;
    });
  });
  sycl::host_accessor p(numbers, sycl::read_only);
  sycl::host_accessor f(real, sycl::read_only);
  std::printf("%x %g %u %u %u\n", p[0], f[0], p[2], p[3], p[4]);
}
