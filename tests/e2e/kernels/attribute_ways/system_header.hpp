#pragma clang system_header
inline auto kernel_of(int *p) {
  return [=](sycl::nd_item<1> it)
             [[intel::reqd_work_group_size(16)]] { p[it.get_global_id()] = 1; };
}
