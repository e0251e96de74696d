// Allocations of elements whose size in bytes size_t cannot hold give null, in
// each of the functions.
//
// REQUIRES: aspect:usm_shared_allocations, aspect:usm_host_allocations
// EXPECT: OK
#include <cstdio>
#include <sycl/sycl.hpp>

// So many ints have 16 bytes, by their lowest bits.
constexpr size_t four = (size_t(1) << (sizeof(size_t) * 8 - 2)) + 4;

int main() {
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  const sycl::context context = queue.get_context();
  void *found[] = {
      sycl::malloc_device<int>(four, queue),
      sycl::malloc_host<int>(four, queue),
      sycl::malloc_shared<int>(four, queue),
      sycl::malloc_device<int>(four, device, context),
      sycl::malloc_host<int>(four, context),
      sycl::malloc_shared<int>(four, device, context),
      sycl::malloc<int>(four, queue, sycl::usm::alloc::device),
      sycl::aligned_alloc_device<int>(64, four, queue),
      sycl::aligned_alloc_host<int>(64, four, context),
      sycl::aligned_alloc_shared<int>(64, four, device, context),
      sycl::aligned_alloc<int>(64, four, queue, sycl::usm::alloc::device)};
  for (void *memory : found)
    if (memory) {
      std::puts("an allocation of too many elements");
      return 1;
    }
  std::puts("OK");
}
