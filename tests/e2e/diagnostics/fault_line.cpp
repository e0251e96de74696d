// A bad address in a function of the headers: the report names the kernel, and
// the line of the user's code that calls the function.
// REQUIRES: backend:native_cpu, aspect:usm_device_allocations
// EXPECT-STDERR: fault_line.cpp:17: SIGSEGV: access to 0x18
// EXPECT-STDERR-LIKE: fault_line.cpp:17: note: in SYCL kernel 'BadAddress' at offset 0x[0-9a-f]+
// EXIT: signal
#include <sycl/sycl.hpp>

class BadAddress;

int main() {
  sycl::queue q;
  int *result = sycl::malloc_device<int>(1, q);
  const int *bad = nullptr;
  q.single_task<BadAddress>([=] {
     sycl::vec<int, 4> loaded;
     loaded.load(1, sycl::global_ptr<const int>(bad));
     *result = loaded[2];
   }).wait();
}
