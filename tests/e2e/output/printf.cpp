// sycl::ext::oneapi::experimental::printf: literals, constant arrays, formats
// chosen at run time, one line of each work-item, calls below a kernel.
// EXPECT: literal 3
// EXPECT: array 2.25 ff
// EXPECT: constexpr 18446744073709551615
// EXPECT: even 0 of 2
// EXPECT: lines 8 returned 8
#include <sycl/sycl.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif

namespace ex = sycl::ext::oneapi::experimental;

static const CONSTANT char array_format[] = "array %.2f %x\n";
constexpr char constexpr_format[] = "constexpr %lu\n";

static void chosen(int i) {
  ex::printf(i % 2 == 0 ? "even %d of %d\n" : "odd %d of %d\n", i, 2);
}

int main() {
  sycl::queue q;
  q.single_task([=] {
     ex::printf("literal %d\n", 3);
     ex::printf(array_format, 2.25f, 255u);
     ex::printf(constexpr_format, ~0ul);
   }).wait();
  q.parallel_for(sycl::range(1), [=](sycl::id<1> i) { chosen(i); }).wait();

  int lines[2] = {0, 0};
  {
    sycl::buffer<int> counts(lines, 2);
    q.submit([&](sycl::handler &h) {
      sycl::accessor lines(counts, h);
      h.parallel_for(
          sycl::nd_range(sycl::range(8), sycl::range(4)),
          [=](sycl::nd_item<1> item) {
            int result = ex::printf("item %d\n", int(item.get_global_id(0)));
            sycl::group_barrier(item.get_group());
            auto count = [&](int i, int by) {
              sycl::atomic_ref<int, sycl::memory_order::relaxed,
                               sycl::memory_scope::device>(lines[i]) += by;
            };
            count(0, 1);
            count(1, result >= 0);
          });
    });
  }
  ex::printf("lines %d returned %d\n", lines[0], lines[1]);
}
