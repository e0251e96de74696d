// A copy from memory that the program has given back: the report names the
// command, its memory, and the line that submitted it.
// EXPECT-STDERR-LIKE: .*fault_copy.cpp:21: SIGSEGV: access to 0x[0-9a-f]+, byte \d+ of the source of a copy of 4096 bytes from 0x[0-9a-f]+ to 0x[0-9a-f]+
// EXPECT-STDERR-LIKE: .*fault_copy.cpp:21: note: submitted here to queue 0x[0-9a-f]+ of .+; its memory was freed or left its scope too early
// EXIT: signal
// UNSUPPORTED: cuda:* (CUDA's driver makes the copies, and names no place)
// UNSUPPORTED: opencl:* (the driver makes the copies, and names no place)
#include <sys/mman.h>

#include <sycl/sycl.hpp>

int main() {
  constexpr size_t bytes = 4096;
  sycl::queue q;
  char *to = sycl::malloc_device<char>(bytes, q);
  void *from = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sycl::event gone = q.submit(
      [&](sycl::handler &h) { h.host_task([=] { munmap(from, bytes); }); });
  // clang-format off
  q.memcpy(to, from, bytes, gone).wait();
  // clang-format on
}
