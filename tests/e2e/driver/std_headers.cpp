// Programs written for DPC++ use these names without including their headers.
// EXPECT: 1 3 4
// EXPECT: left: 0
#include <sycl/sycl.hpp>

int main() {
  auto start = std::chrono::steady_clock::now();
  sycl::queue q;
  int *device = sycl::malloc_device<int>(4, q), values[4];
  std::memset(values, 0, 4 * sizeof(int));
  q.parallel_for(4, [=](sycl::id<1> i) { device[i] = 4 - int(i); }).wait();
  q.copy(device, values, 4).wait();
  assert(std::max_element(values, values + 4) == values);
  std::sort(values, values + 4);
  bool forwards = std::chrono::steady_clock::now() >= start && INT_MAX > 0 &&
                  FLT_MAX > 1.0f;
  printf("%d %d %d\n", int(forwards), values[2], values[3]);
  fflush(stdout);
  auto shared = std::make_shared<std::mutex>();
  std::lock_guard<std::mutex> lock(*shared);
  std::optional<std::atomic<int>> none;
  assert(!none);
  std::cout << "left: " << std::unordered_map<int, int>().size() << std::endl;
  sycl::free(device, q);
}
