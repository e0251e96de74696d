// CL/sycl.hpp, namespace cl::sycl and the names of OpenCL's types.
// EXPECT: sum 496
#include <CL/sycl.hpp>
#include <cstdio>

class square;

int main() {
  cl::sycl::queue q;
  constexpr size_t n = 32;
  cl::sycl::cl_int values[n] = {};
  static_assert(sizeof(cl::sycl::cl_ulong) == 8 &&
                sizeof(cl::sycl::cl_half) == 2);
  {
    cl::sycl::buffer<cl::sycl::cl_int, 1> buffer(values,
                                                 cl::sycl::range<1>(n));
    q.submit([&](cl::sycl::handler &h) {
      auto out = buffer.get_access<cl::sycl::access::mode::discard_write>(h);
      h.parallel_for<square>(cl::sycl::range<1>(n), [=](cl::sycl::id<1> i) {
        out[i] = cl::sycl::cl_int(i[0]);
      });
    });
  }
  int sum = 0;
  for (int value : values)
    sum += value;
  std::printf("sum %d\n", sum);
}
