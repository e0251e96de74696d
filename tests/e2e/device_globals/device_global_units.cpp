// Device globals of several translation units: one by SYCL_EXTERNAL, inline
// ones that merge, internal ones of one name that do not.
// STEP: $CXX -fsycl -O2 -DPART=1 -c $SRC -o a.o
// STEP: $CXX -fsycl -O2 -DPART=2 -c $SRC -o b.o
// STEP: $CXX -fsycl a.o b.o -o $EXE
// EXPECT: external 12
// EXPECT: inline 3
// EXPECT: internal 1 2
// EXPECT: host 1 2
#include <sycl/sycl.hpp>

#include <cstdio>

using sycl::ext::oneapi::experimental::device_global;

inline device_global<int> merged;
static device_global<int> internal;
void part_two(sycl::queue &q);

#if PART == 1

SYCL_EXTERNAL extern device_global<int> external;

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int values[2];
  q.single_task([] {
    external = 10;
    merged = 1;
    internal = 1;
  });
  part_two(q);
  q.copy(external, values).wait();
  std::printf("external %d\n", values[0]);
  q.copy(merged, values).wait();
  std::printf("inline %d\n", values[0]);
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task([=] { *out = internal; }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  std::printf("internal %d", result);
  part_two(q);
  q.copy(internal, values).wait();
  std::printf("host %d", values[0]);
  part_two(q);
  sycl::free(out, q);
}

#else

SYCL_EXTERNAL device_global<int> external;

void part_two(sycl::queue &q) {
  static int call = 0;
  int *out = sycl::malloc_device<int>(1, q);
  if (++call == 1) {
    q.single_task([] {
      external += 2;
      merged += 2;
      internal = 2;
    });
  } else if (call == 2) {
    q.single_task([=] { *out = internal; }).wait();
    int result;
    q.copy(out, &result, 1).wait();
    std::printf(" %d\n", result);
  } else {
    int result;
    q.copy(internal, &result).wait();
    std::printf(" %d\n", result);
  }
  q.wait();
  sycl::free(out, q);
}

#endif
