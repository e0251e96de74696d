// Queries of a device's matrix products.
// REQUIRES: aspect:ext_intel_matrix
// EXPECT: some 1
// EXPECT: half 1
// EXPECT: sizes 1
// EXPECT: aspect 1
#include <cstdio>
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;

int main() {
  sycl::queue q;
  const sycl::device device = q.get_device();
  const auto all = device.get_info<info::device::matrix_combinations>();
  bool half = false, sizes = true, aspect = false;
  for (const matrix::combination &one : all) {
    half = half || (one.msize == 16 && one.nsize == 16 && one.ksize == 16 &&
                    one.atype == matrix::matrix_type::fp16 &&
                    one.btype == matrix::matrix_type::fp16 &&
                    one.ctype == matrix::matrix_type::fp32 &&
                    one.dtype == matrix::matrix_type::fp32);
    sizes = sizes && one.max_msize == 0 && one.max_nsize == 0 &&
            one.max_ksize == 0 && one.msize > 0 && one.nsize > 0 &&
            one.ksize > 0;
  }
  for (sycl::aspect has : device.get_info<sycl::info::device::aspects>())
    aspect = aspect || has == sycl::aspect::ext_intel_matrix;
  std::printf("some %d\n", !all.empty());
  std::printf("half %d\n", half);
  std::printf("sizes %d\n", sizes);
  std::printf("aspect %d\n", aspect);
}
