// A program that consists of whole images of the application and of a library
// is found for the kernels of both; a kernel of the library that was built
// before stays as it is.
// UNSUPPORTED: opencl:* (Tandem's native code is for its own CPU device)
// STEP: $CXX -fsycl -O2 -fsycl-targets=spir64_x86_64 -DLIBRARY -shared -fPIC $SRC -o liblevels.so
// STEP: $CXX -fsycl -O2 -fsycl-targets=spir64_x86_64 $SRC -L. -llevels -Wl,-rpath,'$ORIGIN' -o $EXE
// ENV: SYCL_CACHE_TRACE=2
// EXPECT: application first: 3 2
// EXPECT: library first: 2 3
// EXPECT-STDERR: tandem: program cache: program 1 is built from program, liblevels.so
// EXPECT-STDERR:   InternalKernel of program
// EXPECT-STDERR:   ExternalKernel of liblevels.so
// EXPECT-STDERR: tandem: program cache: program 2 is built from liblevels.so
// EXPECT-STDERR:   ExternalKernel of liblevels.so
// EXPECT-STDERR: tandem: program cache: program 3 is built from program, liblevels.so
// EXPECT-STDERR:   InternalKernel of program
// EXPECT-STDERR: done
// EXPECT-STDERR: tandem: program cache: contents of a context at its end
// EXPECT-STDERR-LIKE:   ExternalKernel from liblevels.so(, options .*)? -> program 2
// EXPECT-STDERR-LIKE:   InternalKernel from program(, options .*)? -> program 3
// EXPECT-STDERR: tandem: program cache: contents of a context at its end
// EXPECT-STDERR-LIKE:   ExternalKernel from liblevels.so(, options .*)? -> program 1
// EXPECT-STDERR-LIKE:   ExternalKernel from program(, options .*)? -> program 1
// EXPECT-STDERR-LIKE:   InternalKernel from program(, options .*)? -> program 1
#include <cstdio>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int level_one(int value);
int run_external(sycl::queue &q);

#ifdef LIBRARY

SYCL_EXTERNAL int level_one(int value) { return value + 1; }

class ExternalKernel;
int run_external(sycl::queue &q) {
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task<ExternalKernel>([=] { *out = level_one(1); }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

#else

class InternalKernel;
static int run_internal(sycl::queue &q) {
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task<InternalKernel>([=] { *out = level_one(level_one(1)); }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

int main() {
  sycl::device device;
  sycl::queue first(sycl::context(device), device),
      second(sycl::context(device), device);
  int internal = run_internal(first);
  std::printf("application first: %d %d\n", internal, run_external(first));
  int external = run_external(second);
  std::printf("library first: %d %d\n", external, run_internal(second));
  run_internal(first);
  run_external(second);
  std::fprintf(stderr, "done\n");
}

#endif
