// A preloaded library replaces device code of a library that the program was
// linked with, as it replaces the host's; what was opened at run time does not.
// STEP: $CXX -fsycl -O2 -DFACTOR=2 -shared -fPIC $SRC -o libfactor.so
// STEP: $CXX -fsycl -O2 -DFACTOR=3 -shared -fPIC $SRC -o libpreload.so
// STEP: $CXX -fsycl -O2 -DFACTOR=4 -shared -fPIC $SRC -o liblate.so
// STEP: $CXX -fsycl -O2 $SRC -L. -lfactor -ldl -Wl,-rpath,'$ORIGIN' -o $EXE
// ENV: SYCL_RT_WARNING_LEVEL=1
// EXPECT: device 20 host 20
// EXPECT: device 30 host 30
// EXPECT-STDERR-LIKE: tandem: warning: device images of .*/libfactor\.so and \./liblate\.so both define `scale\(int\)`; the first one is used
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sycl/sycl.hpp>
#include <unistd.h>

SYCL_EXTERNAL int scale(int value);

#ifdef FACTOR

SYCL_EXTERNAL int scale(int value) { return value * FACTOR; }

#else

int main(int, char **arguments) {
  void *late = dlopen("./liblate.so", RTLD_NOW | RTLD_LOCAL);
  sycl::queue q;
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task([=] { *out = scale(10); }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  std::printf("device %d host %d\n", result, scale(10));
  std::fflush(stdout);
  sycl::free(out, q);
  if (late && !std::getenv("LD_PRELOAD")) {
    setenv("LD_PRELOAD", "./libpreload.so", 1);
    execv("/proc/self/exe", arguments);
  }
}

#endif
