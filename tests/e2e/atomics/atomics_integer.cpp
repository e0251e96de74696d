// atomic_ref on integers: every operation, from all work-items at once.
// REQUIRES: aspect:atomic64
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

template <class T> bool run(sycl::queue &q) {
  constexpr int n = 10000;
  using atomic = sycl::atomic_ref<T, sycl::memory_order::relaxed,
                                  sycl::memory_scope::device,
                                  sycl::access::address_space::global_space>;
  T results[10] = {};
  results[3] = ~T(0);
  results[6] = 1000000;
  sycl::buffer<T> buffer(results, 10);
  q.submit([&](sycl::handler &h) {
    sycl::accessor p(buffer, h);
    h.parallel_for(n, [=](sycl::id<1> id) {
      T i = T(id);
      atomic(p[0]) += i;
      atomic(p[1])++;
      atomic(p[2]).fetch_sub(2);
      atomic(p[3]).fetch_and(~(T(1) << (i % 16)));
      atomic(p[4]).fetch_or(T(1) << (i % 16));
      atomic(p[5]).fetch_max(i);
      atomic(p[6]).fetch_min(i + 5);
      atomic(p[7]) ^= T(3);
      atomic a(p[8]);
      T old = a.load();
      while (!a.compare_exchange_weak(old, old + 3)) {
      }
      if (i == 77)
        atomic(p[9]).store(atomic(p[9]).exchange(5) + 1);
    });
  });
  sycl::host_accessor p(buffer, sycl::read_only);
  return p[0] == T(n) * (n - 1) / 2 && p[1] == n && p[2] == T(0) - 2 * n &&
         p[3] == T(~T(0xffff)) && p[4] == 0xffff && p[5] == n - 1 &&
         p[6] == 5 && p[7] == 0 && p[8] == 3 * n && p[9] == 1;
}

int main() {
  sycl::queue q;
  std::puts(run<int>(q) && run<unsigned>(q) && run<long>(q) &&
                    run<unsigned long long>(q)
                ? "PASS"
                : "FAIL");
}
