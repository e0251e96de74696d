// Shuffles and broadcasts of structures in sub-groups, whose members are each
// constant, uniform or varying.
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: bad 0
#include "group_moves.hpp"

template <class Group> int all(sycl::queue &q) {
  const composite_moves operations;
  return COMPOSITE(padded) + COMPOSITE(odd_size) + COMPOSITE(booleans) +
         COMPOSITE(nested) + COMPOSITE(bit_fields) + COMPOSITE(aligned) +
         COMPOSITE(empty);
}

int main() {
  sycl::queue q;
  std::printf("bad %d\n", all<sub_group>(q));
}
