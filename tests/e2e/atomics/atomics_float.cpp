// atomic_ref on float, double and pointers, in global and local memory.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

template <class T> bool run(sycl::queue &q) {
  constexpr size_t n = 4096, l = 64;
  T *p = sycl::malloc_shared<T>(4, q);
  p[0] = p[1] = p[2] = p[3] = 0;
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<T> sum(1, h);
     h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
       using sycl::memory_order, sycl::memory_scope,
           sycl::access::address_space;
       T x = T(it.get_global_id(0) % 100);
       if (it.get_group().leader())
         sum[0] = 0;
       sycl::group_barrier(it.get_group());
       sycl::atomic_ref<T, memory_order::relaxed, memory_scope::work_group,
                        address_space::local_space>(sum[0]) += x;
       sycl::atomic_ref<T, memory_order::relaxed, memory_scope::device>(p[0])
           .fetch_add(x);
       sycl::atomic_ref<T, memory_order::acq_rel, memory_scope::device>(p[1])
           .fetch_max(x);
       sycl::atomic_ref<T, memory_order::seq_cst, memory_scope::system>(p[2])
           .fetch_min(-x);
       sycl::group_barrier(it.get_group());
       if (it.get_group().leader())
         sycl::atomic_ref<T, memory_order::relaxed, memory_scope::device>(
             p[3]) += sum[0];
     });
   }).wait();
  T want = 0;
  for (size_t i = 0; i < n; ++i)
    want += T(i % 100);
  bool ok = p[0] == want && p[1] == 99 && p[2] == -99 && p[3] == want;
  sycl::free(p, q);
  return ok;
}

int main() {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(100, q),
      **next = sycl::malloc_shared<int *>(1, q);
  *next = data;
  q.parallel_for(100, [=](sycl::id<1> i) {
     int *mine = sycl::atomic_ref<int *, sycl::memory_order::relaxed,
                                  sycl::memory_scope::device>(*next)
                     .fetch_add(1);
     *mine = int(i);
   }).wait();
  int sum = 0;
  for (int i = 0; i < 100; ++i)
    sum += data[i];
  std::puts(run<float>(q) && run<double>(q) && sum == 4950 ? "PASS" : "FAIL");
  sycl::free(data, q);
  sycl::free(next, q);
}
