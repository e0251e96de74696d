// `tandem image dump`: what a SPIR-V module says about itself, and its text,
// which is that of spirv-dis.
// STEP: $CXX -fsycl -O2 -g $SRC -o $EXE
// STEP: $TANDEM image dump $EXE > dump && grep -q 'entry point Kernel .*Scale.*work-group size 8 1 1' dump && grep -q 'specialization constant [0-9]*: f32, default 0x40400000' dump && grep -q 'version 1.4' dump
// STEP: $CXX -fsycl -O2 -g -c $SRC -o program.o && $TANDEM post-link program.o -emit-spirv -o images.table
// STEP: $TANDEM image dump --spirv images_0.spv > ours && spirv-dis --no-color images_0.spv > theirs && cmp ours theirs
// STEP: $TANDEM image dump --spirv $EXE > ours && grep -q '; .*, image 0' ours && grep -q 'OpSpecConstant %float 3' ours
// STEP: ! $TANDEM image dump --spirv program.o 2> message && grep -q 'program.o has no SPIR-V' message
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: 0 3 6 9 12 15 18 21
#include <sycl/sycl.hpp>

#include <cstdio>

constexpr sycl::specialization_id<float> factor(3.0f);

class Scale;

int main() {
  sycl::queue q;
  float *data = sycl::malloc_shared<float>(8, q);
  q.submit([&](sycl::handler &h) {
     h.parallel_for<Scale>(sycl::nd_range<1>(8, 8),
                           [=](sycl::nd_item<1> item, sycl::kernel_handler kh)
                               [[sycl::reqd_work_group_size(8)]] {
                                 auto i = item.get_global_linear_id();
                                 data[i] =
                                     kh.get_specialization_constant<factor>() *
                                     static_cast<float>(i);
                               });
   }).wait();
  for (int i = 0; i < 8; ++i) {
    std::printf("%s%g", i ? " " : "", data[i]);
  }
  std::printf("\n");
  sycl::free(data, q);
}
