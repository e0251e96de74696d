struct of_namespace {
  int *p;
  void operator()(sycl::nd_item<1> it) const;
};
inline void of_namespace::operator()(sycl::nd_item<1> it) const
    [[sycl::reqd_work_group_size(16)]] {
  p[it.get_global_id()] = 1;
}
inline auto kernel_of(int *p) { return of_namespace{p}; }
