// A launch compiles only its own kernel, with a function that other kernels
// also use. A kernel bundle has all kernels, and later launches use these.
// STEP: $CXX -fsycl -O2 $SRC -o $EXE
// ENV: SYCL_CACHE_TRACE=2
// EXPECT: 11 12 12
// EXPECT: 11 12 13
// EXPECT-STDERR: tandem: program cache: program 1 is built from program
// EXPECT-STDERR:   One of program
// EXPECT-STDERR: tandem: program cache: program 2 is built from program
// EXPECT-STDERR:   Two of program
// EXPECT-STDERR: launched
// EXPECT-STDERR: tandem: program cache: program 3 is built from program
// EXPECT-STDERR: bundle built
// EXPECT-STDERR: done
// EXPECT-STDERR: tandem: program cache: contents of a context at its end
// EXPECT-STDERR:   One from program -> program 1
// EXPECT-STDERR:   One from program -> program 3
// EXPECT-STDERR:   Three from program -> program 3
// EXPECT-STDERR:   Two from program -> program 2
// EXPECT-STDERR:   Two from program -> program 3
#include <cstdio>
#include <sycl/sycl.hpp>

class One;
class Two;
class Three;

sycl::ext::oneapi::experimental::device_global<int> launches;

[[gnu::noinline]] static int add(int value) {
  launches = launches + 1;
  return value + 10;
}

template <typename Name> static int run(sycl::queue &q, int number) {
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task<Name>([=] { *out = add(number); }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

int main() {
  sycl::device device;
  sycl::queue q(sycl::context(device), device);
  int one = run<One>(q, 1), two = run<Two>(q, 2);
  std::printf("%d %d %d\n", one, two, run<Two>(q, 2));
  std::fprintf(stderr, "launched\n");
  auto bundle =
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  std::fprintf(stderr, "bundle built\n");
  int first = run<One>(q, 1), second = run<Two>(q, 2);
  int third = run<Three>(q, 3), count = 0;
  q.copy(launches, &count).wait();
  std::printf("%d %d %d\n", first, second, third);
  std::fprintf(stderr,
               count == 6 ? "done\n" : "kernels use different variables\n");
}
