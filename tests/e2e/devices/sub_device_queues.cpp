// Queues, memory and kernels on sub-devices.
// REQUIRES: aspect:usm_host_allocations
// EXPECT: sub-devices: 4
// EXPECT: 1 2 3 4
// EXPECT: buffers: 10100
// EXPECT: made by: equally
// EXPECT: 1 + 2 units of the device, made by counts
// EXPECT: too many: invalid
// EXPECT: root of the part's part: the device
// ENV: TANDEM_CPU_THREADS=4
// UNSUPPORTED: native_cpu:basic (the device has one compute unit)
// UNSUPPORTED: cuda:* (GPUs are not divided)
// UNSUPPORTED: opencl:* (a queue's context must list the sub-device)
#include <cstdio>
#include <numeric>
#include <sycl/sycl.hpp>
#include <vector>

namespace info = sycl::info;
constexpr auto equally = info::partition_property::partition_equally;
constexpr auto by_counts = info::partition_property::partition_by_counts;

int main() {
  sycl::device device;
  auto units = device.get_info<info::device::max_compute_units>();
  auto parts = device.create_sub_devices<equally>(units / 4);
  std::printf("sub-devices: %zu\n", parts.size());

  sycl::context context(device);
  std::vector<sycl::queue> queues;
  for (auto &part : parts)
    queues.emplace_back(context, part, sycl::property::queue::in_order{});
  int *numbers = sycl::malloc_host<int>(4, context);
  for (int i = 0; i < 4; ++i)
    queues[i].single_task([=] { numbers[i] = i + 1; });
  for (auto &queue : queues)
    queue.wait_and_throw();
  std::printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
  sycl::free(numbers, context);

  sycl::buffer<int> sums(sycl::range<1>(100));
  for (int round = 0; round < 2; ++round) {
    for (auto &part : parts) {
      sycl::queue own(part);
      own.submit([&](sycl::handler &h) {
        bool first = round == 0 && part == parts[0];
        sycl::accessor a(sums, h, sycl::read_write);
        h.parallel_for(100, [=](sycl::id<1> i) {
          a[i] = first ? int(i) : a[i] + (round == 1 ? 12 : 1);
        });
      });
    }
  }
  sycl::host_accessor result(sums, sycl::read_only);
  std::printf("buffers: %d\n",
              std::accumulate(result.begin(), result.end(), 0) + 50);

  bool made =
      parts[0].get_info<info::device::partition_type_property>() == equally &&
      parts[0].get_info<info::device::parent_device>() == device;
  std::printf("made by: %s\n", made ? "equally" : "something else");

  auto sizes = device.create_sub_devices<by_counts>({1, 0, 2});
  std::printf("%u + %u units of the device, made by %s\n",
              sizes.at(0).get_info<info::device::max_compute_units>(),
              sizes.at(1).get_info<info::device::max_compute_units>(),
              sizes[1].get_info<info::device::partition_type_property>() ==
                      by_counts
                  ? "counts"
                  : "something else");
  try {
    device.create_sub_devices<by_counts>({units, 1});
  } catch (const sycl::exception &e) {
    std::printf("too many: %s\n",
                e.code() == sycl::errc::invalid ? "invalid" : e.what());
  }
  auto small = sizes[1].create_sub_devices<equally>(1);
  auto parent = small[0].get_info<info::device::parent_device>();
  std::printf("root of the part's part: %s\n",
              parent == sizes[1] &&
                      parent.get_info<info::device::parent_device>() == device
                  ? "the device"
                  : "another");
}
