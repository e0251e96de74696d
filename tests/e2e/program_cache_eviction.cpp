// With a bound on the built programs that are kept, the one that was not used
// for longest goes, and is built again when it is needed.
// FLAGS: -fsycl-device-code-split=per_kernel
// ENV: SYCL_CACHE_TRACE=2
// ENV: SYCL_IN_MEM_CACHE_EVICTION_THRESHOLD=1
// EXPECT: 1 2 1
// EXPECT-STDERR: program 1 is built
// EXPECT-STDERR:   One of
// EXPECT-STDERR: program 2 is built
// EXPECT-STDERR:   Two of
// EXPECT-STDERR: program 1 is evicted
// EXPECT-STDERR: program 3 is built
// EXPECT-STDERR:   One of
// EXPECT-STDERR: program 2 is evicted
#include <cstdio>
#include <sycl/sycl.hpp>

class One;
class Two;

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  auto one = [&] {
    q.single_task<One>([=] { *out = 1; }).wait();
    return *out;
  };
  auto two = [&] {
    q.single_task<Two>([=] { *out = 2; }).wait();
    return *out;
  };
  int first = one(), second = two();
  std::printf("%d %d %d\n", first, second, one());
  sycl::free(out, q);
}
