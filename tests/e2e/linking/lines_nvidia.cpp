// Lines of the source in code for NVIDIA GPUs: where the source was compiled
// with debug information, whatever the link says. No GPU and no CUDA toolkit is
// needed.
// STEP: $CXX -fsycl -O2 -gline-tables-only -c $SRC -o with.o
// STEP: $CXX -fsycl -O2 -g -g0 -c $SRC -o without.o
// STEP: $CXX -fsycl -fsycl-targets=nvptx64-nvidia-cuda,spir64 -Xsycl-target-backend=nvptx64-nvidia-cuda --ptxas-path= with.o -o $EXE
// STEP: $CXX -fsycl -fsycl-targets=nvptx64-nvidia-cuda,spir64 -Xsycl-target-backend=nvptx64-nvidia-cuda --ptxas-path= without.o -o without
// STEP: for program in $EXE without; do echo $(basename $program): $($TANDEM image dump $program | grep -c 'options: -g'), $(grep -ac '^[[:space:]]\.loc[[:space:]]1 23 ' $program), $(grep -ac 'debug_\(info\|abbrev\)$' $program); done > lines
// STEP: grep -aoE '^[[:space:]]\.file.*lines_nvidia.cpp"' $EXE | sed 's/.*\///' >> lines
// RUN: cat lines
// RUN: for program in $EXE ./without; do $program; done
// EXPECT: program: 2, 3, 0
// EXPECT: without: 0, 0, 0
// EXPECT: lines_nvidia.cpp"
// EXPECT: 42
// EXPECT: 42
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *value = sycl::malloc_device<int>(1, q);
  q.single_task([=] { *value = 42; }).wait();
  int result;
  q.copy(value, &result, 1).wait();
  std::printf("%d\n", result);
  sycl::free(value, q);
}
