// Names of namespace sycl as programs declare, specialize and find them.
// EXPECT: specialized 1, hashed 1, found 3
// EXPECT: kernel: 7
// REQUIRES: aspect:usm_shared_allocations

// A declaration ahead of the header, as DPC++ has the class.
namespace sycl {
inline namespace _V1 {
class queue;
}
} // namespace sycl
int device_count(const sycl::queue &queue);

#include <sycl/sycl.hpp>

#include <cstdio>
#include <unordered_set>
#include <utility>

namespace geometry {
// Neither trivially copyable nor known to the library.
struct point {
  int x;
  point(int x) : x(x) {}
  point(const point &other) : x(other.x) {}
};
} // namespace geometry

namespace sycl {
template <> struct is_device_copyable<geometry::point> : std::true_type {};
} // namespace sycl

int device_count(const sycl::queue &queue) {
  return static_cast<int>(queue.get_context().get_devices().size());
}

int main() {
  sycl::queue queue;
  std::unordered_set<sycl::queue> queues{queue, queue};
  const sycl::vec<int, 4> a{1, 2, 3, 4}, b{2, 2, 2, 4};
  // Found only by argument-dependent lookup.
  const auto least = min(a, b);
  std::printf("specialized %d, hashed %d, found %d\n",
              sycl::is_device_copyable_v<geometry::point>,
              queues.size() == 1 && device_count(queue) > 0,
              static_cast<int>(least[0] + least[1]));
  int *result = sycl::malloc_shared<int>(1, queue);
  const geometry::point point(7);
  queue.single_task([=] { *result = point.x; }).wait();
  std::printf("kernel: %d\n", *result);
  free(result, queue);
}
