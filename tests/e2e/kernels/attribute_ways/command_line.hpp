#define KERNEL(it) [=](sycl::nd_item<1> it) FROM_COMMAND_LINE(16)
