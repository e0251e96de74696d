// A plugin that cannot be used does not hide the devices of the others: it is
// reported once, and the program runs.
// UNSUPPORTED: opencl:* (it is the plugin that fails here)
// RUN: export TANDEM_OPENCL_LIBRARY=/nonexistent/libOpenCL.so
// RUN: export ONEAPI_DEVICE_SELECTOR="$ONEAPI_DEVICE_SELECTOR;opencl:*"
// RUN: $EXE
// RUN: "$TANDEM" ls --verbose 2>&1 | grep -c "^not used: .*libpi_opencl.so: .*/nonexistent/libOpenCL.so"
// EXPECT: ran 42
// EXPECT: found again
// EXPECT: 1
// EXPECT-STDERR-LIKE: tandem: .*libpi_opencl.so: .*/nonexistent/libOpenCL.so.*
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::buffer<int> result{sycl::range(1)};
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(result, h, sycl::write_only);
    h.single_task([=] { x[0] = 42; });
  });
  std::printf("ran %d\n", result.get_host_access()[0]);
  if (!sycl::platform::get_platforms().empty())
    std::puts("found again");
}
