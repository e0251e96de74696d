// SPLIT: per_source off
// An external function that uses one of another unit depends on that unit's
// image; what kernels use is copied. Helpers that are not external are copied.
// A name like those of device libraries is imported as any other: nobody else
// brings it along.
#include "kernel.hpp"

SYCL_EXTERNAL int of_part(int);
SYCL_EXTERNAL int used_by_kernel(int);
SYCL_EXTERNAL int __library_function(int);

static int helper(int n) { return of_part(n) + 1; }
SYCL_EXTERNAL int exported(int n) { return helper(n) + __library_function(n); }

struct functor : plain {
  int *out;
  void operator()() const { *out = used_by_kernel(1); }
};

void host() { submit<class kernel>(functor{}); }
