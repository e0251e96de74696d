// Queries about partitions agree with what create_sub_devices does; aspects
// that are known when a program is compiled.
// EXPECT: root device 1 1
// EXPECT: parent: invalid
// EXPECT: sub-devices: as the device says
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>

static_assert(sycl::any_device_has_v<sycl::aspect::fp64>);
static_assert(!sycl::all_devices_have_v<sycl::aspect::fp64>);

namespace info = sycl::info;
constexpr auto equally = info::partition_property::partition_equally;

// Whether the device has two sub-devices, or refuses as it should.
bool partitions_as_it_says(const sycl::device &d) {
  const auto ways = d.get_info<info::device::partition_properties>();
  const bool can = std::find(ways.begin(), ways.end(), equally) != ways.end();
  const size_t units = d.get_info<info::device::max_compute_units>();
  try {
    const auto parts = d.create_sub_devices<equally>(units / 2);
    return can && parts.size() >= 2 &&
           parts[0].get_info<info::device::parent_device>() == d;
  } catch (const sycl::exception &e) {
    return can ? units < 2 && e.code() == sycl::errc::invalid
               : e.code() == sycl::errc::feature_not_supported;
  }
}

int main() {
  sycl::device d;
  std::printf("root device %d %d\n",
              d.get_info<info::device::partition_type_property>() ==
                  info::partition_property::no_partition,
              d.get_info<info::device::partition_type_affinity_domain>() ==
                  info::partition_affinity_domain::not_applicable);
  try {
    d.get_info<info::device::parent_device>();
  } catch (const sycl::exception &e) {
    std::printf("parent: %s\n",
                e.code() == sycl::errc::invalid ? "invalid" : "wrong");
  }
  std::printf("sub-devices: %s\n",
              partitions_as_it_says(d) ? "as the device says" : "wrong");
}
