// What host_access forbids does not compile.
// EXPECT-ERROR: host_access forbids the host to write to this device_global
#include <sycl/sycl.hpp>

namespace exp = sycl::ext::oneapi::experimental;
exp::device_global<int, decltype(exp::properties(exp::host_access_read))> variable;

int main() {
  int value = 1;
  sycl::queue().copy(&value, variable).wait();
}
