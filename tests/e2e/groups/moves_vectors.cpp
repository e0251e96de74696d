// Shuffles and broadcasts of vectors, arrays and complex numbers in sub-groups,
// whose elements are each constant, uniform or varying.
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: bad 0
#include "group_moves.hpp"

template <class Group> int all(sycl::queue &q) {
  const composite_moves operations;
  return COMPOSITE(sycl::int2) + COMPOSITE(sycl::char3) +
         COMPOSITE(sycl::float4) + COMPOSITE(sycl::half3) +
         COMPOSITE(sycl::marray<bool, 3>) + COMPOSITE(sycl::marray<long, 2>) +
         COMPOSITE(std::array<short, 5>) + COMPOSITE(std::complex<float>);
}

int main() {
  sycl::queue q;
  std::printf("bad %d\n", all<sub_group>(q));
}
