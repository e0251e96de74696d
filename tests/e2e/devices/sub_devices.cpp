// Queries about partitions, of devices that have none; aspects that are known
// when a program is compiled.
// EXPECT: properties 0 domains 0 type 1 1
// EXPECT: parent: invalid
// EXPECT: sub-devices: feature not supported
#include <cstdio>
#include <sycl/sycl.hpp>

static_assert(sycl::any_device_has_v<sycl::aspect::fp64>);
static_assert(!sycl::all_devices_have_v<sycl::aspect::fp64>);

int main() {
  namespace info = sycl::info;
  sycl::device d;
  std::printf("properties %zu domains %zu type %d %d\n",
              d.get_info<info::device::partition_properties>().size(),
              d.get_info<info::device::partition_affinity_domains>().size(),
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
  try {
    d.create_sub_devices<info::partition_property::partition_equally>(2);
  } catch (const sycl::exception &e) {
    bool right = e.code() == sycl::errc::feature_not_supported;
    std::printf("sub-devices: %s\n", right ? "feature not supported" : "wrong");
  }
}
