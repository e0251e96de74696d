#define GLUE(a, b) a##b
#define KERNEL(it)                                                             \
  [=](sycl::nd_item<1> it) [[sycl::GLUE(reqd_work_, group_size)(16)]]
