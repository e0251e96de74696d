// Marked members become arguments of their own, the rest is passed in runs,
// unused members not at all.
#include "kernel.hpp"

struct functor {
  static constexpr size_t marks = 3;
  static constexpr int kinds[] = {3, 1, 2};
  static constexpr size_t offsets[] = {0, 16, 32};
  float *usm;
  int a;
  float *accessor;
  long size;
  float *local;
  char unused[24];
  double b;
  [[clang::annotate("sycl_reqd_work_group_size", 4, 8)]] void
  operator()() const {
    size_t i = __spirv_BuiltInGlobalInvocationId(0);
    local[i] = usm[i];
    accessor[i] = local[i] * a + b;
  }
};

void host() { submit<class everything>(functor{}); }
