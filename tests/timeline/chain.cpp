// Two queues, a chain of kernels over buffers, copies of USM that depend on
// each other, a host task.
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

class first_kernel;
class second_kernel;

int main() {
  constexpr int n = 1 << 14;
  sycl::queue q, other(q.get_context(), q.get_device());
  std::vector<int> out(n);
  sycl::buffer<int> buffer{sycl::range(n)};
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(buffer, h, sycl::write_only);
    h.parallel_for<first_kernel>(
        n, [=](sycl::id<1> i) { x[i] = static_cast<int>(i); });
  });
  other.submit([&](sycl::handler &h) {
    sycl::accessor x(buffer, h);
    h.parallel_for<second_kernel>(n, [=](sycl::id<1> i) { x[i] *= 2; });
  });
  int *data = sycl::malloc_device<int>(n, q);
  sycl::event filled = q.fill(data, 5, n);
  sycl::event copied = q.copy(data, out.data(), n, filled);
  q.submit([&](sycl::handler &h) {
    h.depends_on(copied);
    h.host_task([] {});
  });
  q.wait();
  other.wait();
  sycl::free(data, q);
  std::printf("%d %d\n", buffer.get_host_access()[n - 1], out[7]);
}
