// A device_global has no value on the host.
// EXIT: signal
// EXPECT-STDERR: a device_global has a value in device code only
#include <sycl/sycl.hpp>

sycl::ext::oneapi::experimental::device_global<int> variable;

int main() { return variable.get(); }
