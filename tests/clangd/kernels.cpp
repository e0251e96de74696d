// An editor's view of SYCL sources: nothing here is an error or a warning.
#include <sycl/sycl.hpp>

SYCL_EXTERNAL float half_of(float value) { return value / 2; }

class named;

int main() {
  sycl::queue queue;
  sycl::buffer<float> buffer(sycl::range<1>(64));
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor values(buffer, handler, sycl::write_only, sycl::no_init);
    sycl::local_accessor<float, 1> scratch(16, handler);
    handler.parallel_for<named>(
        sycl::nd_range<1>(64, 16),
        [=](sycl::nd_item<1> item) [[sycl::reqd_work_group_size(16)]] {
          scratch[item.get_local_id()] =
              sycl::sin(1.0f * item.get_global_id(0));
          sycl::group_barrier(item.get_group());
          values[item.get_global_id()] = half_of(scratch[0]);
        });
  });
  // Headers that come along with sycl.hpp.
  std::cout << sycl::host_accessor(buffer)[0] << std::endl;
  std::unordered_map<int, std::shared_ptr<int>> others;
  return static_cast<int>(others.size());
}
