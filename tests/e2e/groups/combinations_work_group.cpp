// Reductions and scans of constant, uniform and varying operands in
// work-groups.
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: bad 0
#include "group_combinations.hpp"

template <class Group> int all(sycl::queue &q) {
  return ARITHMETIC(signed char) + BITS(unsigned short) + ARITHMETIC(unsigned) +
         BITS(int) + ARITHMETIC(long) + ARITHMETIC(float) + BITS(sycl::short3);
}

int main() {
  sycl::queue q;
  std::printf("bad %d\n", all<work_group>(q));
}
