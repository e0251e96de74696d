// The steps of an offload compilation by hand: device code of an object, or
// what the device pass leaves, becomes images; these are wrapped and linked
// with the host's code. `tandem no-kernel` tells libraries from programs.
// STEP: $CXX -fsycl -O2 -c $SRC -o program.o
// STEP: $CXX -fsycl -O2 -fsycl-device-only -c $SRC -o device.bc
// STEP: $TANDEM post-link program.o -split=kernel -symbols -emit-spirv -o object.table
// STEP: $TANDEM post-link device.bc -split=kernel -symbols -emit-spirv -o device.table
// STEP: test $(wc -l < object.table) = 4; test $(wc -l < device.table) = 4
// STEP: sed s/@.*// object_?.sym | cmp - <(cat device_?.sym)
// STEP: ! $TANDEM no-kernel device.bc
// STEP: ! $TANDEM no-kernel program.o
// STEP: $CXX -fsycl -DLIBRARY -fsycl-device-only -c $SRC -o library.bc && $TANDEM no-kernel library.bc
// STEP: $TANDEM wrap -target=spir64 -batch device.table -o images.o
// STEP: $CXX program.o images.o -L$(dirname $CXX)/../lib -Wl,-rpath,$(dirname $CXX)/../lib -ltandem -o $EXE
// STEP: $TANDEM wrap -target=spir64 -batch device.table -o images.bc && clang++-19 -c images.bc -o of_ir.o && $CXX program.o of_ir.o -L$(dirname $CXX)/../lib -Wl,-rpath,$(dirname $CXX)/../lib -ltandem -o of_ir
// RUN: $EXE; ./of_ir
// EXPECT: 7 14 21
// EXPECT: 7 14 21
#include <cstdio>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int seven() { return 7; }

#ifndef LIBRARY
class First;
class Second;

int main() {
  sycl::queue q;
  int *out = sycl::malloc_device<int>(3, q);
  q.single_task<First>([=] { out[0] = seven(); }).wait();
  q.parallel_for<Second>(2, [=](sycl::id<1> i) {
     out[i + 1] = seven() * int(i + 2);
   }).wait();
  int host[3];
  q.copy(out, host, 3).wait();
  std::printf("%d %d %d\n", host[0], host[1], host[2]);
  sycl::free(out, q);
}
#endif
