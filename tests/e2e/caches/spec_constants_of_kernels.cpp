// Kernels of a source use different specialization constants. A kernel is built
// again for new values of those that it uses, not for values of others.
// STEP: $CXX -fsycl -O2 -fsycl-device-code-split=per_source $SRC -o $EXE
// ENV: SYCL_CACHE_TRACE=2
// EXPECT: One 3, Two 75, None 9
// EXPECT: One 30, Two 75, None 9
// EXPECT: One 30, Two 705, None 9
// EXPECT: One 3, Two 75, None 9
// EXPECT-STDERR: tandem: program cache: contents of a context at its end
// EXPECT-STDERR:   None from program -> program 3
// EXPECT-STDERR:   One from program -> program 1
// EXPECT-STDERR:   One from program, constant first = [1e, 00, 00, 00] -> program 4
// EXPECT-STDERR:   Two from program -> program 2
// EXPECT-STDERR:   Two from program, constant second = [46, 00, 00, 00] -> program 5
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr sycl::specialization_id<int> first(3), second(7), third(5);

class One;
class Two;
class None;

template <typename Name, typename Function>
static int run(sycl::queue &q, int one, int two, Function function) {
  int *out = sycl::malloc_device<int>(1, q);
  q.submit([&](sycl::handler &h) {
     if (one)
       h.set_specialization_constant<first>(one);
     if (two)
       h.set_specialization_constant<second>(two);
     h.single_task<Name>(
         [=](sycl::kernel_handler handler) { *out = function(handler); });
   }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

/// Launches all kernels with values of constants, or with their defaults for 0.
static void run_all(sycl::queue &q, int one, int two) {
  int results[] = {
      run<One>(q, one, two,
               [](sycl::kernel_handler handler) {
                 return handler.get_specialization_constant<first>();
               }),
      run<Two>(q, one, two,
               [](sycl::kernel_handler handler) {
                 return 10 * handler.get_specialization_constant<second>() +
                        handler.get_specialization_constant<third>();
               }),
      run<None>(q, one, two, [](sycl::kernel_handler) { return 9; })};
  std::printf("One %d, Two %d, None %d\n", results[0], results[1], results[2]);
}

int main() {
  sycl::device device;
  sycl::queue q(sycl::context(device), device);
  run_all(q, 0, 0);
  run_all(q, 30, 0);
  run_all(q, 30, 70);
  run_all(q, 0, 0);
}
