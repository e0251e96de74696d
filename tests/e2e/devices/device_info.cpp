// Descriptors of platforms, devices and contexts give plausible answers, which
// agree with each other.
// REQUIRES: local_memory:32768
// EXPECT: PASS
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>

namespace info = sycl::info::device;

bool all = true;
void check(bool right, const char *what, int line) {
  if (!right)
    std::printf("line %d: %s\n", line, what);
  all = all && right;
}
#define CHECK(x) check(x, #x, __LINE__)

void check_platform(const sycl::platform &p) {
  CHECK(!p.get_info<sycl::info::platform::name>().empty());
  CHECK(!p.get_info<sycl::info::platform::vendor>().empty());
  CHECK(!p.get_info<sycl::info::platform::version>().empty());
}

void check_device(const sycl::device &d) {
  CHECK(!d.get_info<info::name>().empty());
  CHECK(!d.get_info<info::vendor>().empty());
  CHECK(!d.get_info<info::driver_version>().empty());
  CHECK(d.get_info<info::max_compute_units>() >= 1);
  CHECK(d.get_info<info::max_work_item_dimensions>() >= 3);
  CHECK(d.get_info<info::max_work_group_size>() >= 1);
  CHECK(d.get_info<info::max_work_item_sizes<1>>()[0] >= 1);
  CHECK(d.get_info<info::max_work_item_sizes<3>>()[2] >= 1);
  CHECK(d.get_info<info::global_mem_size>() >= (1u << 26));
  CHECK(d.get_info<info::local_mem_size>() >= (1u << 15));
  CHECK(d.get_info<info::max_mem_alloc_size>() >=
        std::min(d.get_info<info::global_mem_size>() / 4, uint64_t(1) << 25));
  CHECK(d.get_info<info::max_mem_alloc_size>() <=
        d.get_info<info::global_mem_size>());
  CHECK(d.get_info<info::address_bits>() == 64);
  CHECK(d.get_info<info::is_available>());
  CHECK(d.get_info<info::is_endian_little>());
  CHECK(!d.get_info<info::single_fp_config>().empty());
  CHECK(!d.get_info<info::sub_group_sizes>().empty());

  // The device has one type, and says so in each way.
  using sycl::aspect, sycl::info::device_type;
  const device_type type = d.get_info<info::device_type>();
  CHECK(d.is_cpu() == (type == device_type::cpu));
  CHECK(d.is_cpu() == d.has(aspect::cpu));
  CHECK(d.is_gpu() == (type == device_type::gpu));
  CHECK(d.is_gpu() == d.has(aspect::gpu));
  CHECK(d.is_accelerator() == (type == device_type::accelerator));
  CHECK(d.has(aspect::fp64) != d.get_info<info::double_fp_config>().empty());
  CHECK(d.has(aspect::fp16) != d.get_info<info::half_fp_config>().empty());
  CHECK(d.has(aspect::image) == d.get_info<info::image_support>());
  const auto aspects = d.get_info<info::aspects>();
  for (aspect a :
       {aspect::cpu, aspect::gpu, aspect::fp16, aspect::fp64, aspect::atomic64,
        aspect::image, aspect::queue_profiling, aspect::usm_device_allocations,
        aspect::usm_host_allocations, aspect::usm_shared_allocations})
    CHECK(d.has(a) ==
          (std::find(aspects.begin(), aspects.end(), a) != aspects.end()));

  const sycl::context c(d);
  CHECK(c.get_devices().size() == 1 && c.get_devices()[0] == d);
  CHECK(c.get_platform() == d.get_platform());
}

int main() {
  size_t devices = 0;
  for (const auto &p : sycl::platform::get_platforms()) {
    check_platform(p);
    for (const auto &d : p.get_devices()) {
      check_device(d);
      CHECK(d.get_platform() == p && d.get_info<info::platform>() == p);
      ++devices;
    }
  }
  CHECK(devices > 0 && sycl::device::get_devices().size() == devices);
  for (const auto &d : sycl::device::get_devices(sycl::info::device_type::gpu))
    CHECK(d.is_gpu());
  std::puts(all ? "PASS" : "FAIL");
}
