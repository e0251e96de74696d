// With a bound on the built programs that are kept, the one that was not used
// for longest goes, and is built again when it is needed. With room for two, a
// third one takes the place of that which was not launched last.
// STEP: $CXX -fsycl -O2 -fsycl-device-code-split=per_kernel $SRC -o $EXE
// RUN: SYCL_IN_MEM_CACHE_EVICTION_THRESHOLD=1 $EXE 2> trace; cat trace >&2
// RUN: bytes=$(sed -n 's/.*program 1 is evicted: \([0-9]*\) bytes/\1/p' trace)
// RUN: SYCL_IN_MEM_CACHE_EVICTION_THRESHOLD=$((bytes * 5 / 2)) $EXE three 2> trace
// RUN: grep -c 'is built' trace; grep -o 'program [0-9] is evicted' trace
// ENV: SYCL_CACHE_TRACE=2
// EXPECT: 1 2 1
// EXPECT: 1 2 1 3 1
// EXPECT: 3
// EXPECT: program 2 is evicted
// EXPECT-STDERR: tandem: program cache: program 1 is built from program
// EXPECT-STDERR:   One of program
// EXPECT-STDERR: tandem: program cache: program 2 is built from program
// EXPECT-STDERR:   Two of program
// EXPECT-STDERR-LIKE: tandem: program cache: program 1 is evicted: [0-9]+ bytes
// EXPECT-STDERR: tandem: program cache: program 3 is built from program
// EXPECT-STDERR:   One of program
// EXPECT-STDERR-LIKE: tandem: program cache: program 2 is evicted: [0-9]+ bytes
#include <cstdio>
#include <sycl/sycl.hpp>

class One;
class Two;
class Three;

int main(int count, char **) {
  sycl::queue q;
  int *out = sycl::malloc_device<int>(1, q);
  auto value = [&] {
    int result;
    q.copy(out, &result, 1).wait();
    return result;
  };
  auto one = [&] {
    q.single_task<One>([=] { *out = 1; }).wait();
    return value();
  };
  auto two = [&] {
    q.single_task<Two>([=] { *out = 2; }).wait();
    return value();
  };
  int first = one(), second = two();
  std::printf("%d %d %d", first, second, one());
  if (count > 1) {
    q.single_task<Three>([=] { *out = 3; }).wait();
    std::printf(" %d", value());
    std::printf(" %d", one());
  }
  std::printf("\n");
  sycl::free(out, q);
}
