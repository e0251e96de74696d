// Time stamps are in order, and there only where the queue was asked for them.
// REQUIRES: aspect:queue_profiling
// EXPECT: ordered 1
// EXPECT: complete 1
// EXPECT: no profiling: refused
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q{sycl::property::queue::enable_profiling()};
  float *p = sycl::malloc_device<float>(100000, q);
  auto e = q.parallel_for(100000,
                          [=](sycl::id<1> i) { p[i] = sycl::sqrt(float(i)); });
  e.wait();
  namespace info = sycl::info::event_profiling;
  auto submit = e.get_profiling_info<info::command_submit>(),
       start = e.get_profiling_info<info::command_start>(),
       end = e.get_profiling_info<info::command_end>();
  std::printf("ordered %d\n",
              submit <= start && start < end && end - start < 10000000000ull);
  std::printf("complete %d\n",
              e.get_info<sycl::info::event::command_execution_status>() ==
                  sycl::info::event_command_status::complete);
  sycl::queue plain;
  auto f = plain.single_task([=] { p[0] = 1; });
  f.wait();
  try {
    (void)f.get_profiling_info<info::command_end>();
  } catch (const sycl::exception &error) {
    std::printf("no profiling: %s\n",
                error.code() == sycl::errc::invalid ? "refused" : error.what());
  }
  sycl::free(p, q);
}
