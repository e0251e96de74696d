#define KERNEL(it)                                                             \
  [=] [[gnu::cold]] [[intel::reqd_work_group_size(16)]] (sycl::nd_item<1> it)
