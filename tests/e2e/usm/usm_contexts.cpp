// An allocation of USM belongs to its context: others do not know its kind or
// device, and cannot free it. Small allocations share memory, large ones do
// not.
//
// EXPECT: OK
#include <cstdio>
#include <sycl/sycl.hpp>

template <class Function> bool is_refused(const Function &function) {
  try {
    function();
  } catch (const sycl::exception &error) {
    return error.code() == sycl::errc::invalid;
  }
  return false;
}

bool check(size_t bytes) {
  const auto kind = sycl::usm::alloc::device;
  const sycl::device device;
  const sycl::context own(device), other(device);
  void *memory = sycl::malloc(bytes, device, own, kind);
  if (!memory)
    return false;
  const bool is_known = sycl::get_pointer_type(memory, own) == kind &&
                        sycl::get_pointer_device(memory, own) == device;
  const bool is_unknown =
      sycl::get_pointer_type(memory, other) == sycl::usm::alloc::unknown &&
      is_refused([&] { (void)sycl::get_pointer_device(memory, other); }) &&
      is_refused([&] { sycl::free(memory, other); });
  sycl::queue queue(own, device);
  queue.memset(memory, 1, bytes).wait();
  sycl::free(memory, own);
  return is_known && is_unknown &&
         sycl::get_pointer_type(memory, own) == sycl::usm::alloc::unknown;
}

int main() {
  for (size_t bytes : {100, 1 << 20})
    if (!check(bytes)) {
      std::printf("%zu bytes\n", bytes);
      return 1;
    }
  std::puts("OK");
}
