// Broadcasts in work-groups, and shuffles and broadcasts in parts of
// sub-groups.
// REQUIRES: aspect:fp64, aspect:ext_oneapi_ballot_group
// REQUIRES: aspect:ext_oneapi_fixed_size_group
// EXPECT: bad 0
#include "group_moves.hpp"

template <class Group, class Operations> int all(sycl::queue &q) {
  const Operations operations;
  return SCALAR(bool) + SCALAR(short) + SCALAR(long) + SCALAR(double) +
         SCALAR(int *) + COMPOSITE(padded) + COMPOSITE(sycl::float3);
}

int main() {
  sycl::queue q;
  const int bad = all<work_group, broadcasts>(q) +
                  all<ballot, composite_moves>(q) +
                  all<fixed_size, composite_moves>(q);
  std::printf("bad %d\n", bad);
}
