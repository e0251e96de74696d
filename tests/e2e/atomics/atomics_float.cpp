// atomic_ref on float, double and pointers, in global and local memory.
// REQUIRES: aspect:fp64, aspect:atomic64, aspect:usm_device_allocations
// EXPECT: PASS
#include <cstdio>
#include <numeric>
#include <sycl/sycl.hpp>
#include <vector>

template <class T> bool run(sycl::queue &q) {
  constexpr size_t n = 4096, l = 64;
  T results[4] = {};
  {
    sycl::buffer<T> buffer(results, 4);
    q.submit([&](sycl::handler &h) {
      sycl::accessor p(buffer, h);
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
    });
  }
  T want = 0;
  for (size_t i = 0; i < n; ++i)
    want += T(i % 100);
  return results[0] == want && results[1] == 99 && results[2] == -99 &&
         results[3] == want;
}

// Work-items take elements of an array by a pointer that all advance.
bool pointers(sycl::queue &q) {
  int *data = sycl::malloc_device<int>(100, q);
  int *start = data;
  sycl::buffer<int *> buffer(&start, 1);
  q.submit([&](sycl::handler &h) {
     sycl::accessor next(buffer, h);
     h.parallel_for(100, [=](sycl::id<1> i) {
       int *mine = sycl::atomic_ref<int *, sycl::memory_order::relaxed,
                                    sycl::memory_scope::device>(next[0])
                       .fetch_add(1);
       *mine = int(i);
     });
   }).wait();
  std::vector<int> values(100);
  q.copy(data, values.data(), values.size()).wait();
  sycl::free(data, q);
  return std::accumulate(values.begin(), values.end(), 0) == 4950;
}

int main() {
  sycl::queue q;
  std::puts(run<float>(q) && run<double>(q) && pointers(q) ? "PASS" : "FAIL");
}
