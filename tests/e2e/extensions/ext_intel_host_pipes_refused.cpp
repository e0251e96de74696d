// Host pipes on devices without them: the error names device and pipe, and
// kernels may use the pipe all the same.
// UNSUPPORTED: native_cpu:cpu (the device has host pipes)
// EXPECT-LIKE: write 1 .* has no host pipes: .*pipe<numbers_name, int, 4.*> cannot be used on the host
// EXPECT: read 1
// EXPECT: in a kernel 6
#include <cstdio>
#include <sycl/ext/intel/experimental/pipes.hpp>
#include <sycl/sycl.hpp>

using numbers =
    sycl::ext::intel::experimental::pipe<class numbers_name, int, 4>;

int main() {
  sycl::queue q;
  const bool has_pipes =
      q.get_device().has_extension("cl_intel_program_scope_host_pipe");
  try {
    numbers::write(q, 5);
  } catch (const sycl::exception &error) {
    std::printf("write %d %s\n",
                !has_pipes && error.code() == sycl::errc::feature_not_supported,
                error.what());
  }
  bool success = true;
  try {
    numbers::read(q, success);
  } catch (const sycl::exception &error) {
    std::printf("read %d\n", error.code() == sycl::errc::feature_not_supported);
  }
  int result = 0;
  {
    sycl::buffer<int> buffer(&result, 1);
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor out(buffer, cgh, sycl::write_only);
      cgh.single_task([=] {
        numbers::write(6);
        out[0] = numbers::read();
      });
    });
  }
  std::printf("in a kernel %d\n", result);
}
