// One program for all features of tests/linking.rs: PART 0 has main and its
// kernels, parts 1 to 3 are objects, archive members, libraries or device
// libraries. STUBS: the parts are opened at run time, so the host functions of
// PART 0 are here.
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <sycl/sycl.hpp>
#include <vector>

#define WEAK __attribute__((weak))

// The device code of these is what the test is about.
SYCL_EXTERNAL int first(int value);
SYCL_EXTERNAL int second(int value);
SYCL_EXTERNAL int third(int value);

#if (PART == 0 && defined(STUBS)) ||                                           \
    (PART == 1 && (FEATURE_MISSING || FEATURE_FORMAT))
#ifndef __SYCL_DEVICE_ONLY__
int first(int) { return -1; }
#endif
#endif

#if FEATURE_FUNCTION || FEATURE_POINTER

#if PART == 1
SYCL_EXTERNAL int first(int value) { return value + 1; }
#endif

#elif FEATURE_GLOBAL

using sycl::ext::oneapi::experimental::device_global;
#if PART == 0
SYCL_EXTERNAL extern device_global<int> counter;
#elif PART == 1
SYCL_EXTERNAL device_global<int> counter;
SYCL_EXTERNAL int first(int value) { return counter.get() += value; }
#endif

#elif FEATURE_CHAIN

#if PART == 1
SYCL_EXTERNAL int first(int value) { return second(value) * 2; }
#elif PART == 2
SYCL_EXTERNAL int second(int value) { return third(value) + 1; }
#elif PART == 3
SYCL_EXTERNAL int third(int value) { return value / 2; }
#endif

#elif FEATURE_CYCLE

#if PART == 1
SYCL_EXTERNAL int first(int value) { return second(value) * 2; }
SYCL_EXTERNAL int third(int value) { return value / 2; }
#elif PART == 2
SYCL_EXTERNAL int second(int value) { return third(value) + 1; }
#endif

#elif FEATURE_DUPLICATE

#if PART == 1 || PART == 2
SYCL_EXTERNAL WEAK int first(int value) { return value + PART; }
#endif

#elif FEATURE_MISSING

#if PART == 1
SYCL_EXTERNAL int second(int value) { return first(value); }
#endif

#elif FEATURE_FORMAT

#if PART == 2 // Becomes an image for another device.
SYCL_EXTERNAL int first(int value) { return value + 1; }
#endif

#endif

#if PART == 0

int main(int count, char **files) {
  std::vector<sycl::ext::tandem::device_library> libraries;
  for (int i = 1; i < count; ++i) {
    if (std::strncmp(files[i], "device:", 7) == 0)
      libraries.push_back(sycl::ext::tandem::device_dlopen(files[i] + 7));
    else if (!dlopen(files[i], RTLD_LAZY | RTLD_LOCAL))
      std::printf("%s\n", dlerror());
  }
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
#if FEATURE_POINTER
  using function = int (*)(int);
  auto table = sycl::malloc_shared<function>(1, q);
#endif
  try {
#if FEATURE_POINTER
    q.single_task([=] { *table = first; }).wait();
    q.single_task([=] { *out = (*table)(20); }).wait();
#else
    q.single_task<class needs_first>([=] { *out = first(20); }).wait();
#if FEATURE_GLOBAL
    // The first program had the part's image; this one only knows the name.
    q.single_task<class needs_counter>([=] { *out = ++counter.get(); }).wait();
#endif
#endif
    std::printf("result %d\n", *out);
  } catch (const sycl::exception &error) {
    std::printf("%s\n", error.what());
  }
}

#endif
