inline constexpr int sizes[] = {2, 4}, indices[] = {1, 0};
template <int A, int B> inline constexpr int product = A * B;
#define KERNEL(it)                                                             \
  [=](sycl::nd_item<1> it)                                                     \
      [[sycl::reqd_work_group_size(product<sizes[indices[0]], 4>)]]
