// Attributes of kernels must be constants.
#include "kernel.hpp"

extern "C" void __tandem_kernel_attribute(const char *name, ...);

struct functor : plain {
  int *out;
  void operator()() const {
    __tandem_kernel_attribute("sycl_reqd_work_group_size", *out);
    out[0] = 0;
  }
};

void host() { submit<class kernel>(functor{}); }
