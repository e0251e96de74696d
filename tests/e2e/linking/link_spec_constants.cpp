// Specialization constants of a library and of the program are different ones,
// also when they become one program.
// STEP: $CXX -fsycl -O2 -DLIBRARY -shared -fPIC $SRC -o libscale.so
// STEP: $CXX -fsycl -O2 $SRC -L. -lscale -Wl,-rpath,'$ORIGIN' -o $EXE
// EXPECT: defaults 35
// EXPECT: library's set 1005
// EXPECT: both set 1004
#include <cstdio>
#include <sycl/sycl.hpp>

inline constexpr sycl::specialization_id<int> factor(3);
SYCL_EXTERNAL int scale(int value, sycl::kernel_handler handler);

#ifdef LIBRARY

SYCL_EXTERNAL int scale(int value, sycl::kernel_handler handler) {
  return value * handler.get_specialization_constant<factor>();
}

#else

static constexpr sycl::specialization_id<int> added(5);

static int run(sycl::queue &q, bool set_factor, bool set_added) {
  int *out = sycl::malloc_device<int>(1, q);
  q.submit([&](sycl::handler &h) {
     if (set_factor)
       h.set_specialization_constant<factor>(100);
     if (set_added)
       h.set_specialization_constant<added>(4);
     h.single_task([=](sycl::kernel_handler handler) {
       *out = scale(10, handler) + handler.get_specialization_constant<added>();
     });
   }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

int main() {
  sycl::queue q;
  std::printf("defaults %d\n", run(q, false, false));
  std::printf("library's set %d\n", run(q, true, false));
  std::printf("both set %d\n", run(q, true, true));
}

#endif
