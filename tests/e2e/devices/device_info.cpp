// Descriptors of platforms, devices and contexts give plausible answers.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

#define CHECK(x)                                                               \
  ok = (x) || (std::printf("FAIL line %d: %s\n", __LINE__, #x), false)

int main() {
  namespace info = sycl::info::device;
  bool ok = true, all = true;
  for (const auto &p : sycl::platform::get_platforms()) {
    CHECK(!p.get_info<sycl::info::platform::name>().empty());
    all = all && ok;
    CHECK(!p.get_info<sycl::info::platform::vendor>().empty());
    all = all && ok;
    CHECK(!p.get_info<sycl::info::platform::version>().empty());
    all = all && ok;
    for (const auto &d : p.get_devices()) {
      CHECK(!d.get_info<info::name>().empty());
      all = all && ok;
      CHECK(!d.get_info<info::vendor>().empty());
      all = all && ok;
      CHECK(!d.get_info<info::driver_version>().empty());
      all = all && ok;
      CHECK(d.get_info<info::max_compute_units>() >= 1);
      all = all && ok;
      CHECK(d.get_info<info::max_work_item_dimensions>() >= 3);
      all = all && ok;
      CHECK(d.get_info<info::max_work_group_size>() >= 64);
      all = all && ok;
      CHECK(d.get_info<info::max_work_item_sizes<1>>()[0] >= 64);
      all = all && ok;
      CHECK(d.get_info<info::max_work_item_sizes<3>>()[2] >= 64);
      all = all && ok;
      CHECK(d.get_info<info::global_mem_size>() >= (1u << 28));
      all = all && ok;
      CHECK(d.get_info<info::local_mem_size>() >= (1u << 15));
      all = all && ok;
      CHECK(d.get_info<info::max_mem_alloc_size>() >= (1u << 26));
      all = all && ok;
      CHECK(d.get_info<info::address_bits>() == 64);
      all = all && ok;
      CHECK(d.get_info<info::is_available>());
      all = all && ok;
      CHECK(d.get_info<info::is_endian_little>());
      all = all && ok;
      CHECK(!d.get_info<info::single_fp_config>().empty());
      all = all && ok;
      CHECK(!d.get_info<info::sub_group_sizes>().empty());
      all = all && ok;
      CHECK(d.get_info<info::device_type>() == sycl::info::device_type::cpu);
      all = all && ok;
      CHECK(d.is_cpu() && !d.is_gpu() && d.has(sycl::aspect::cpu));
      all = all && ok;
      CHECK(d.has(sycl::aspect::usm_shared_allocations) &&
            d.has(sycl::aspect::fp64));
      all = all && ok;
      CHECK(!d.has(sycl::aspect::image));
      all = all && ok;
      CHECK(d.get_platform() == p && d.get_info<info::platform>() == p);
      all = all && ok;
      CHECK(!d.get_info<info::aspects>().empty());
      all = all && ok;
      sycl::context c(d);
      CHECK(c.get_devices().size() == 1 && c.get_devices()[0] == d &&
            c.get_platform() == p);
      all = all && ok;
    }
  }
  CHECK(!sycl::device::get_devices().empty());
  all = all && ok;
  CHECK(sycl::device::get_devices(sycl::info::device_type::gpu).empty());
  all = all && ok;
  std::puts(all ? "PASS" : "FAIL");
}
