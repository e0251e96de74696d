// Kernels of a program call functions of a library, and kernels of the library
// call functions of the program; one function of the library calls back into
// the program. Each launch compiles its kernel and the functions that this
// reaches in both images: other kernels may call undefined functions.
// STEP: $CXX -fsycl -O2 -DLIBRARY -shared -fPIC $SRC -o libother.so
// STEP: $CXX -fsycl -O2 $SRC -L. -lother -Wl,-rpath,'$ORIGIN' -o $EXE
// EXPECT: program 21
// EXPECT: library 1103
// EXPECT: program alone 7
// EXPECT: library alone 8
// EXPECT: both ways 312
// EXPECT: no device image defines `missing(int)`
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int triple(int value);
SYCL_EXTERNAL int add_hundred(int value);
SYCL_EXTERNAL int triple_of_more(int value);
int run_library(sycl::queue &q);
int run_library_alone(sycl::queue &q);

template <typename Name, typename Function>
static int run(sycl::queue &q, Function function) {
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task<Name>([=] { *out = function(); }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

#ifdef LIBRARY

SYCL_EXTERNAL int triple(int value) { return 3 * value; }
SYCL_EXTERNAL int triple_of_more(int value) {
  return triple(add_hundred(value));
}

class Library;
class LibraryAlone;

int run_library(sycl::queue &q) {
  return run<Library>(q, [] { return add_hundred(1) + add_hundred(2) + 900; });
}
int run_library_alone(sycl::queue &q) {
  return run<LibraryAlone>(q, [] { return 8; });
}

#else

SYCL_EXTERNAL int missing(int value);
SYCL_EXTERNAL int add_hundred(int value) { return value + 100; }
#ifndef __SYCL_DEVICE_ONLY__
int missing(int value) { return value; }
#endif

class Program;
class ProgramAlone;
class BothWays;
class Unresolved;

int main() {
  sycl::queue q;
  std::printf("program %d\n", run<Program>(q, [] { return triple(7); }));
  std::printf("library %d\n", run_library(q));
  std::printf("program alone %d\n", run<ProgramAlone>(q, [] { return 7; }));
  std::printf("library alone %d\n", run_library_alone(q));
  std::printf("both ways %d\n",
              run<BothWays>(q, [] { return triple_of_more(4); }));
  try {
    run<Unresolved>(q, [] { return missing(1); });
  } catch (const sycl::exception &error) {
    bool is_named = std::strstr(error.what(), "`missing(int)`");
    std::printf("%s\n", is_named ? "no device image defines `missing(int)`"
                                 : error.what());
  }
}

#endif
