// Accesses that host_access forbids do not compile.
// EXPECT-ERROR: host_access forbids the host to write to this device_global
#include <sycl/sycl.hpp>

namespace ex = sycl::ext::oneapi::experimental;
ex::device_global<int, decltype(ex::properties(ex::host_access_read))> variable;

int main() {
  int value = 1;
  sycl::queue().copy(&value, variable).wait();
}
