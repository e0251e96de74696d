// Specialization constants that `tandem post-link` lets code read from memory
// (-spec-const=emulation): there are none in the SPIR-V, and they can be set
// all the same.
// UNSUPPORTED: opencl:* (only Tandem's devices have constants in memory)
// STEP: $CXX -fsycl -O2 -c $SRC -o program.o
// STEP: $TANDEM post-link program.o -spec-const=emulation -S -o text.table && grep -q '@tandem.spec.[0-9]* = .*addrspace(1).* i32 3' text_0.ll && ! grep -q SpecConstant text_0.ll
// STEP: $TANDEM post-link program.o -spec-const=emulation -symbols -emit-spirv -o images.table && spirv-val images_0.spv && ! spirv-dis images_0.spv | grep -q SpecConstant
// STEP: $TANDEM wrap -target=spir64 -batch images.table -o images.o
// STEP: $CXX program.o images.o -L$(dirname $CXX)/../lib -Wl,-rpath,$(dirname $CXX)/../lib -ltandem -o $EXE
// EXPECT: 3 0.5 1 65
// EXPECT: 100 2.5 0 66
// EXPECT: 3 0.5 1 65
#include <cstdio>
#include <sycl/sycl.hpp>

struct Pair {
  float ratio;
  bool flag;
};
static constexpr sycl::specialization_id<int> factor(3);
static constexpr sycl::specialization_id<Pair> pair(Pair{0.5f, true});
static constexpr sycl::specialization_id<char> letter('A');

static void run(sycl::queue &q, float *out, bool set) {
  q.submit([&](sycl::handler &h) {
     if (set) {
       h.set_specialization_constant<factor>(100);
       h.set_specialization_constant<pair>(Pair{2.5f, false});
       h.set_specialization_constant<letter>('B');
     }
     h.single_task([=](sycl::kernel_handler handler) {
       Pair value = handler.get_specialization_constant<pair>();
       out[0] = float(handler.get_specialization_constant<factor>());
       out[1] = value.ratio;
       out[2] = value.flag;
       out[3] = handler.get_specialization_constant<letter>();
     });
   }).wait();
  float host[4];
  q.copy(out, host, 4).wait();
  std::printf("%g %g %g %g\n", host[0], host[1], host[2], host[3]);
}

int main() {
  sycl::queue q;
  float *out = sycl::malloc_device<float>(4, q);
  run(q, out, false);
  run(q, out, true);
  run(q, out, false);
  sycl::free(out, q);
}
