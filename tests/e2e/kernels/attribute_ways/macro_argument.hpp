#define WITH(attribute) [=](sycl::nd_item<1> it) attribute
#define LIST(...) [[__VA_ARGS__]]
#define KERNEL(it) WITH(LIST(gnu::cold, cl::reqd_work_group_size(16)))
