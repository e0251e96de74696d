// clang-format off
#define DO(x) _Pragma(#x)
#define SILENCE(name) DO(GCC diagnostic ignored name)
SILENCE("-Wattributes")
#define KERNEL(it) [=](sycl::nd_item<1> it) [ [sycl::reqd_work_group_size(16)]]
