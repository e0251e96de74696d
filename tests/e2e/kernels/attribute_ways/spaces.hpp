// clang-format off
#define KERNEL(it)                                                             \
  [=](sycl::nd_item<1> it) [ [ sycl :: reqd_work_group_size ( 16 ) ] ]
