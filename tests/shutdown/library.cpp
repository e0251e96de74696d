// Linked into library_work and dlopen_rounds: one kernel, whose name is the
// same in every library that is built from this file. WORK_AT_LOAD also runs it
// in the library's constructor and destructor.
#include <sycl/sycl.hpp>

#include <cstdio>

#ifndef VALUE
#define VALUE 1
#endif

namespace {
int compute() {
  sycl::queue queue;
  int *data = sycl::malloc_shared<int>(10, queue);
  queue
      .parallel_for<class same_name>(10,
                                     [=](sycl::id<1> i) { data[i] = VALUE; })
      .wait();
  int sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += data[i];
  sycl::free(data, queue);
  return sum;
}
} // namespace

extern "C" int library_compute() { return compute(); }

#ifdef WORK_AT_LOAD
namespace {
void work(const char *where) {
  try {
    std::printf("%s: %d\n", where, compute());
  } catch (const sycl::exception &error) {
    std::printf("%s: %s\n", where, error.what());
  }
  std::fflush(stdout);
}
__attribute__((constructor)) void at_load() { work("constructor"); }
__attribute__((destructor)) void at_unload() { work("destructor"); }
} // namespace
#endif
