// Code for Intel GPUs and FPGAs along with SPIR-V. Stand-ins for Intel's
// compilers copy the SPIR-V; other devices do not accept their images.
// UNSUPPORTED: opencl:* (the stand-ins make no binaries)
// STEP: mkdir bin && printf '#!/bin/sh\necho "$@" >> ocloc.log\ncp "$4" "$2"\n' > bin/ocloc
// STEP: printf '#!/bin/sh\ncp "$3" "$2"\n' > bin/aoc && chmod +x bin/*
// STEP: $CXX -fsycl -O2 -c $SRC -o a.o
// STEP: PATH=$PWD/bin:$PATH $CXX -fsycl -fsycl-targets=intel_gpu_pvc,spir64_fpga,spir64 a.o -o $EXE 2> warnings
// STEP: PATH=$PWD/bin:$PATH $CXX -fsycl -fsycl-targets=spir64_gen -fsycl-device-code-split=per_kernel -Xs "-device pvc" a.o -o alone 2> errors || true
// STEP: $CXX -fsycl -O2 -DNO_CONSTANT -c $SRC -o b.o
// STEP: PATH=$PWD/bin:$PATH $CXX -fsycl -fsycl-targets=intel_gpu_pvc b.o -o alone
// RUN: $TANDEM image dump $EXE | grep -oE '(native|SPIR-V) for [a-z0-9_]+'
// RUN: grep -c 'warning: no code for spir64_gen: the value of the specialization constant `factor` could not' warnings
// RUN: grep -o 'error: compiling for spir64_gen: the value of the specialization constant `factor`' errors
// RUN: sed -E 's/.*(-spirv_input)/\1/' ocloc.log | sort -u
// RUN: $EXE
// RUN: ./alone || echo failed
// EXPECT: native for spir64_gen
// EXPECT: native for spir64_fpga
// EXPECT: SPIR-V for spir64
// EXPECT: SPIR-V for spir64
// EXPECT: 1
// EXPECT: error: compiling for spir64_gen: the value of the specialization constant `factor`
// EXPECT: -spirv_input -device pvc
// EXPECT: plain 7
// EXPECT: scaled 21
// EXPECT-LIKE: .* has no device image for .*; its images are for: spir64_gen .*
#include <cstdio>
#include <sycl/sycl.hpp>

#ifndef NO_CONSTANT
constexpr sycl::specialization_id<int> factor(2);
#endif

int main() {
  sycl::queue q;
  int *number = sycl::malloc_device<int>(1, q);
  auto print = [&](const char *name) {
    int result;
    q.copy(number, &result, 1).wait();
    std::printf("%s %d\n", name, result);
  };
  try {
    q.single_task([=] { *number = 7; }).wait();
    print("plain");
#ifndef NO_CONSTANT
    q.submit([&](sycl::handler &h) {
       h.set_specialization_constant<factor>(3);
       h.single_task([=](sycl::kernel_handler kh) {
         *number *= kh.get_specialization_constant<factor>();
       });
     }).wait();
    print("scaled");
#endif
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.what());
  }
  sycl::free(number, q);
}
