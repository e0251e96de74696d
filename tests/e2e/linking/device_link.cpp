// The device link as a separate step (-fsycl-link): later links take over its
// images, and reject objects with kernels or functions that these lack. Also:
// -fno-sycl-rdc, links with several jobs, -fsycl-dump-device-code.
// STEP: for part in 0 1 2 3; do $CXX -fsycl -O2 -DPART=$part -c $SRC -o $part.o || exit 1; done
// STEP: $CXX -fsycl -fsycl-link 1.o 2.o -o dev_image.o
// STEP: $CXX -fsycl -v 0.o 1.o 2.o dev_image.o -o $EXE 2> commands; test $? = 0 && ! grep -q 'post-link link' commands
// STEP: $CXX -fsycl -O2 -DPART=1 -fsycl-link $SRC 2.o -o of_source.o && $CXX -fsycl 0.o 1.o 2.o of_source.o -o sourced
// STEP: $CXX -fsycl -O2 -DPART=0 -DGREETING='"again"' $SRC 1.o 2.o dev_image.o -o again
// STEP: ar rcs libdevice.a dev_image.o 1.o 2.o; $CXX -fsycl 0.o -Wl,--whole-archive libdevice.a -Wl,--no-whole-archive -o archived
// STEP: $CXX -fsycl -O2 -DPART=0 -DNEW_KERNEL -c $SRC -o new.o
// STEP: ! $CXX -fsycl new.o 1.o 2.o dev_image.o -o refused 2> errors; grep -q "kernel 'new_kernel' of new.o is not in the device images of dev_image.o" errors && ! test -e refused
// STEP: ! $CXX -fsycl 0.o 1.o 2.o 3.o dev_image.o -o refused 2> errors; grep -q "device function 'triple(int)' of 3.o is not in" errors
// STEP: $CXX -fsycl -O2 -DPART=1 -DMORE -c $SRC -o more.o
// STEP: ! $CXX -fsycl 0.o 1.o more.o 2.o dev_image.o -o refused 2> errors; grep -q "kernel 'fill' of more.o has different arguments than in" errors
// STEP: ! $CXX -fsycl 0.o 1.o more.o 2.o -o refused 2> errors; grep -q "kernel 'fill' has different captures: of 16 bytes in 1.o, of 24 bytes in more.o" errors
// STEP: echo 'int f() { return 0; }' > host.cpp; $CXX -c host.cpp; ! $CXX -fsycl -fsycl-link host.o -o nothing.o 2> errors; grep -q 'have no device code' errors
// STEP: ! $CXX -fsycl -fno-sycl-rdc 0.o 1.o 2.o -o refused 2> errors; grep -q "'twice(int)', needed by SYCL kernel 'call', is not defined in the same source" errors
// STEP: $CXX -fsycl -fno-sycl-rdc -fsycl-device-code-split=off -fsycl-max-parallel-link-jobs=3 -shared -fPIC -DPART=2 $SRC 3.o -fsycl-dump-device-code=dump -o alone.so && test $(ls dump/*.spv | wc -l) = 2
// STEP: $CXX -fsycl -fsycl-max-parallel-link-jobs=2 -fsycl-targets=spir64,spir64_x86_64 0.o 1.o 2.o -o both
// RUN: $EXE; ./sourced; ./again; ./archived; ./both
// EXPECT: hello 42 7
// EXPECT: hello 42 7
// EXPECT: again 42 7
// EXPECT: hello 42 7
// EXPECT: hello 42 7
#include <cstdio>
#include <sycl/sycl.hpp>

#ifndef GREETING
#define GREETING "hello"
#endif

SYCL_EXTERNAL int twice(int value);
int run_fill(sycl::queue &q, int value);
int run_call(sycl::queue &q, int value);

class new_kernel;
class fill;
class call;

// Function objects with linkage: their kernels have the same names in every
// unit.
struct Fill {
  int *out, value;
#ifdef MORE
  int *other;
#endif
  void operator()() const {
#ifdef MORE
    *other = value;
#endif
    *out = value;
  }
};
struct Call {
  int *out, value;
  void operator()() const { *out = twice(value); }
};
struct Nothing {
  void operator()() const {}
};

template <class Name, class Work> int run(sycl::queue &q, Work work) {
  work.out = sycl::malloc_device<int>(1, q);
  q.single_task<Name>(work).wait();
  int result;
  q.copy(work.out, &result, 1).wait();
  sycl::free(work.out, q);
  return result;
}

#if PART == 0

int main() {
  sycl::queue q;
#ifdef NEW_KERNEL
  q.single_task<new_kernel>(Nothing()).wait();
#endif
  int called = run_call(q, 21);
  std::printf("%s %d %d\n", GREETING, called, run_fill(q, 7));
}

#elif PART == 1

#ifdef MORE
int run_more(sycl::queue &q, int value) {
  return run<fill>(q, Fill{nullptr, value, nullptr});
}
#else
namespace {
class internal;
}
int run_fill(sycl::queue &q, int value) {
  q.single_task<internal>(Nothing()).wait();
  return run<fill>(q, Fill{nullptr, value});
}
int run_call(sycl::queue &q, int value) {
  return run<call>(q, Call{nullptr, value});
}
#endif

#elif PART == 2

SYCL_EXTERNAL int twice(int value) { return 2 * value; }

#elif PART == 3

SYCL_EXTERNAL int triple(int value) { return 3 * value; }

#endif
