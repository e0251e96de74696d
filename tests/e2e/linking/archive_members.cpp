// Of an archive, the members that the host's linker takes contribute device
// code, and those whose functions this code needs. All others stay out: one has
// a kernel of the same name with other captures, one defines a function again.
// STEP: for part in 1 2 3 4 5; do $CXX -fsycl -O2 -DPART=$part -c $SRC -o $part.o || exit 1; done; rm -f libparts.a && ar rcs libparts.a 5.o 1.o 2.o 3.o 4.o
// STEP: $CXX -fsycl -O2 $SRC -L. -lparts -o $EXE && $TANDEM image dump $EXE > dump && grep -q 'TaskMain' dump && grep -q 'TaskTaken' dump && ! grep -q 'TaskLeft' dump
// STEP: $CXX -fsycl -O2 -c $SRC -o 0.o && $CXX -fsycl -fuse-ld=bfd -fsycl-device-code-split=off 0.o libparts.a -o bfd && $TANDEM image dump bfd > dump && ! grep -q 'TaskLeft' dump
// STEP: ar rcsT thin.a 1.o 2.o 3.o 4.o && $CXX -fsycl 0.o thin.a -o thin && $TANDEM image dump thin > dump && ! grep -q 'TaskLeft' dump
// STEP: ! $CXX -fsycl 0.o -Wl,--whole-archive libparts.a -Wl,--no-whole-archive -Wl,--allow-multiple-definition -o refused 2> errors && grep -q "kernel 'TaskMain' has different captures" errors && ! test -e refused
// RUN: $EXE; ./bfd; ./thin
// EXPECT: 42 7
// EXPECT: 42 7
// EXPECT: 42 7
#include <cstdio>
#include <sycl/sycl.hpp>

class TaskMain;
class TaskTaken;
class TaskLeft;

SYCL_EXTERNAL int twice(int value);
SYCL_EXTERNAL int half_of(int value);
int taken(sycl::queue &q);

struct Work {
  int *out;
#if PART == 5
  int more;
#endif
  void operator()() const {
#if PART == 5
    *out = more;
#else
    *out = twice(21);
#endif
  }
};

#if PART == 0

// The host needs nothing of the members that define these.
#ifndef __SYCL_DEVICE_ONLY__
int twice(int) { return -1; }
int half_of(int) { return -1; }
#endif

int main() {
  sycl::queue q;
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task<TaskMain>(Work{out}).wait();
  int result;
  q.copy(out, &result, 1).wait();
  std::printf("%d %d\n", result, taken(q));
  sycl::free(out, q);
}

#elif PART == 1

SYCL_EXTERNAL int twice(int value) { return half_of(4 * value); }

#elif PART == 2

SYCL_EXTERNAL int half_of(int value) { return value / 2; }

#elif PART == 3

int taken(sycl::queue &q) {
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task<TaskTaken>([=] { *out = 7; }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

#elif PART == 4

SYCL_EXTERNAL int half_of(int value) { return value; }
void left(sycl::queue &q) {
  q.single_task<TaskLeft>([] {}).wait();
}

#elif PART == 5

void other(sycl::queue &q, int *out) {
  q.single_task<TaskMain>(Work{out, 1}).wait();
}

#endif
