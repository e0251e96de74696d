#define NAME reqd_work_group_size
#define KERNEL(it) [=](sycl::nd_item<1> it) [[sycl::NAME(16)]]
