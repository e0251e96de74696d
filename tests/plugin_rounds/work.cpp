// A library that uses every device of every plugin: copies on all of them, a
// kernel on those that run the program's kernels.
#include <sycl/sycl.hpp>

#include <set>
#include <vector>

class add_one;

static bool is_right_on(const sycl::device &device) {
  constexpr std::size_t count = 1000;
  sycl::queue queue(device);
  std::vector<int> host(count);
  int *data = sycl::malloc_device<int>(count, queue);
  sycl::event filled = queue.fill(data, 6, count);
  int expected = 6;
  // The fakes of drivers run none of the program's kernels.
  sycl::backend backend = device.get_backend();
  if (backend != sycl::backend::ext_oneapi_cuda &&
      backend != sycl::backend::opencl) {
    expected = 7;
    filled = queue.submit([&](sycl::handler &h) {
      h.depends_on(filled);
      h.parallel_for<add_one>(count, [=](sycl::id<1> i) { data[i] += 1; });
    });
  }
  queue.memcpy(host.data(), data, count * sizeof(int), filled).wait();
  sycl::free(data, queue);
  sycl::buffer<int> buffer(host.data(), count);
  sycl::host_accessor access(buffer, sycl::read_only);
  return access[0] == expected && access[count - 1] == expected;
}

// The number of plugins whose devices were right; negative if one was not.
extern "C" int use_all_plugins() {
  std::set<sycl::backend> backends;
  for (const sycl::device &device : sycl::device::get_devices()) {
    if (!is_right_on(device))
      return -1;
    backends.insert(device.get_backend());
  }
  return static_cast<int>(backends.size());
}
