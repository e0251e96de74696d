// A device_global has no value on the host.
// EXIT: signal
// EXPECT-STDERR:   what():  a device_global has a value in device code only; on the host, copy from and to it with queue::copy or queue::memcpy
#include <sycl/sycl.hpp>

sycl::ext::oneapi::experimental::device_global<int> variable;

int main() { return variable.get(); }
