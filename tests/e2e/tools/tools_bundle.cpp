// Objects whose device code was bundled by hand are linked like those that
// tandem++ makes, out of archives, too; and what tandem++ makes can be taken
// apart and put together again.
// STEP: $CXX -fsycl -O2 -DPART=1 -fsycl-device-only -c $SRC -o device.bc
// STEP: echo 'int twice(int value) { return 2 * value; }' > host.cpp && $CXX -c host.cpp -o host.o
// STEP: $TANDEM bundle -type=o -targets=host-x86_64-unknown-linux-gnu,sycl-spir64-unknown-unknown -input=host.o -input=device.bc -output=fat.o
// STEP: $CXX -fsycl -O2 -DPART=0 $SRC fat.o -o direct
// STEP: ar rcs libfat.a fat.o && $CXX -fsycl -O2 -DPART=0 $SRC -L. -lfat -o archived
// STEP: $CXX -fsycl -O2 -DPART=0 -c $SRC -o main.o
// STEP: $TANDEM unbundle -type=o -targets=host-x86_64-unknown-linux-gnu,sycl-spir64-unknown-unknown -input=main.o -output=main_host.o -output=main.bc
// STEP: $TANDEM bundle -type=o -targets=host-x86_64-unknown-linux-gnu,sycl-spir64-unknown-unknown -input=main_host.o -input=main.bc -output=main_again.o
// STEP: $CXX -fsycl main_again.o fat.o -o $EXE
// RUN: $EXE; ./direct; ./archived
// EXPECT: twice 42
// EXPECT: twice 42
// EXPECT: twice 42
#include <cstdio>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int value);

#if PART == 1

SYCL_EXTERNAL int twice(int value) { return 2 * value; }

#else

int main() {
  sycl::queue q;
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task([=] { *out = twice(21); }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  std::printf("twice %d\n", result);
  sycl::free(out, q);
}

#endif
