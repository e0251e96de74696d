// A memory fault of a fill in a command group.
// EXPECT-STDERR-LIKE: .*fault_fill.cpp:17: SIGSEGV: access to 0x[0-9a-f]+, byte \d+ of the destination of a fill of 64 bytes at 0x[0-9a-f]+
// EXPECT-STDERR-LIKE: .*fault_fill.cpp:17: note: submitted here to queue 0x[0-9a-f]+ of .+; its memory was freed or left its scope too early
// EXIT: signal
// UNSUPPORTED: cuda:* (CUDA's driver makes the fills, and names no place)
// UNSUPPORTED: opencl:* (the driver makes the fills, and names no place)
#include <sys/mman.h>

#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  void *place =
      mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  q.submit([&](sycl::handler &h) {
    // clang-format off
    h.fill(place, 7, 16);
    // clang-format on
  });
  q.wait();
}
