// A std::vector in shared memory, used by a kernel through its data; which
// allocators are equal.
// REQUIRES: aspect:usm_shared_allocations, aspect:usm_host_allocations
// EXPECT: 285
// EXPECT: same 1, rebound 1, other kind 0, other alignment 0
#include <cstdio>
#include <numeric>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  using allocator = sycl::usm_allocator<int, sycl::usm::alloc::shared>;
  std::vector<int, allocator> v(10, allocator(q));
  std::iota(v.begin(), v.end(), 0);
  int *p = v.data();
  q.parallel_for(v.size(), [=](sycl::id<1> i) { p[i] *= p[i]; }).wait();
  v.push_back(0);
  std::printf("%d\n", std::accumulate(v.begin(), v.end(), 0));

  sycl::usm_allocator<double, sycl::usm::alloc::shared> rebound(q);
  sycl::usm_allocator<int, sycl::usm::alloc::host> host(q);
  sycl::usm_allocator<int, sycl::usm::alloc::shared, 64> aligned(q);
  allocator a(q);
  std::printf("same %d, rebound %d, other kind %d, other alignment %d\n",
              a == allocator(q), a == rebound, a == host, !(a != aligned));
}
