// Shuffles and broadcasts of scalars in sub-groups.
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: bad 0
#include "group_moves.hpp"

template <class Group> int all(sycl::queue &q) {
  const moves operations;
  return SCALAR(bool) + SCALAR(char) + SCALAR(unsigned short) + SCALAR(int) +
         SCALAR(long) + SCALAR(sycl::half) + SCALAR(float) + SCALAR(double) +
         SCALAR(int *) + SCALAR(color) + SCALAR(sycl::ext::oneapi::bfloat16);
}

int main() {
  sycl::queue q;
  std::printf("bad %d\n", all<sub_group>(q));
}
