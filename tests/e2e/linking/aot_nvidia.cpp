// Code for NVIDIA GPUs that is compiled ahead of time, along with SPIR-V, which
// all other devices use. No GPU and no CUDA toolkit is needed.
// STEP: $CXX -fsycl -O2 -c $SRC -o a.o
// STEP: $CXX -fsycl -fsycl-targets=nvptx64-nvidia-cuda,spir64 a.o -o $EXE
// STEP: $CXX -fsycl -fsycl-targets=nvidia_gpu_sm_80,nvidia_gpu_sm_90,spir64 -Xsycl-target-backend "--ptxas-path=" a.o -o named
// STEP: $CXX -fsycl -fsycl-targets=nvptx64-nvidia-cuda -Xsycl-target-backend=nvptx64-nvidia-cuda "--cuda-gpu-arch=sm_90 --ptxas-path=" a.o -o alone
// STEP: $CXX -fsycl -fsycl-link -fsycl-targets=nvptx64-nvidia-cuda,spir64 a.o -o device.o
// STEP: $CXX -fsycl a.o device.o -o linked
// STEP: for program in $EXE named alone linked; do echo $(basename $program): $($TANDEM image dump $program | grep -oE '(native|SPIR-V) for [a-z0-9_]+'); done > images
// STEP: ! $CXX -fsycl -fsycl-targets=nvptx64-nvidia-cuda -Xsycl-target-backend --cuda-gpu-arch=sm_35 a.o -o refused 2> errors; grep -q 'compiling for nvptx64: .*sm_35' errors
// RUN: cat images
// RUN: for program in $EXE ./named ./linked; do $program; done
// EXPECT: program: native for nvptx64 SPIR-V for spir64
// EXPECT: named: native for nvptx64 native for nvptx64 SPIR-V for spir64
// EXPECT: alone: native for nvptx64
// EXPECT: linked: native for nvptx64 SPIR-V for spir64
// EXPECT: sum 28
// EXPECT: sum 28
// EXPECT: sum 28
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *sum = sycl::malloc_device<int>(1, q);
  q.fill(sum, 0, 1).wait();
  q.single_task([=] {
     for (int i = 0; i < 8; ++i)
       *sum += i;
   }).wait();
  int result;
  q.copy(sum, &result, 1).wait();
  std::printf("sum %d\n", result);
  sycl::free(sum, q);
}
