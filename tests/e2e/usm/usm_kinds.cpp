// The kinds of USM, typed and untyped, aligned, and what is known of a pointer.
// REQUIRES: aspect:usm_shared_allocations, aspect:usm_host_allocations
// EXPECT: kinds 0 1 2 3
// EXPECT: aligned 1 1
// EXPECT: device 1
// EXPECT: copied 123
// EXPECT: too large: null
// EXPECT: of unknown kind: null
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  auto c = q.get_context();
  auto d = q.get_device();
  int *host = sycl::malloc_host<int>(16, q),
      *device = sycl::malloc_device<int>(16, d, c),
      *shared = sycl::malloc_shared<int>(16, q);
  int local = 0;
  auto kind = [&](const void *p) { return int(sycl::get_pointer_type(p, c)); };
  static_assert(int(sycl::usm::alloc::host) == 0 &&
                int(sycl::usm::alloc::unknown) == 3);
  std::printf("kinds %d %d %d %d\n", kind(host), kind(device), kind(shared),
              kind(&local));
  void *a = sycl::aligned_alloc_device(256, 1000, q);
  double *b = sycl::aligned_alloc_shared<double>(512, 10, d, c);
  std::printf("aligned %d %d\n", std::uintptr_t(a) % 256 == 0,
              std::uintptr_t(b) % 512 == 0);
  std::printf("device %d\n", sycl::get_pointer_device(shared, c) == d);
  void *e = sycl::malloc(64, q, sycl::usm::alloc::host);
  int *f = sycl::malloc<int>(16, d, c, sycl::usm::alloc::shared);
  *host = 100;
  *shared = 20;
  q.single_task([=] {
     *device = *host + *shared + 3;
     *f = *device;
   }).wait();
  q.memcpy(e, f, sizeof(int)).wait();
  std::printf("copied %d\n", *static_cast<int *>(e));
  std::printf("too large: %s\n", sycl::malloc_device<char>(size_t(1) << 60, q)
                                     ? "memory?"
                                     : "null");
  std::printf("of unknown kind: %s\n",
              sycl::malloc(8, q, sycl::usm::alloc::unknown) ? "memory?"
                                                            : "null");
  for (void *p : {static_cast<void *>(host), static_cast<void *>(device),
                  static_cast<void *>(shared), a, static_cast<void *>(b), e,
                  static_cast<void *>(f)})
    sycl::free(p, q);
  sycl::free(nullptr, q);
}
