// Prints what each device is and offers, for devices.rs.
#include <cstdio>
#include <map>
#include <sycl/sycl.hpp>

struct named_aspect {
  const char *name;
  sycl::aspect value;
};

#define ASPECT(name) {#name, sycl::aspect::name}
const named_aspect aspects[] = {
    ASPECT(cpu),
    ASPECT(gpu),
    ASPECT(accelerator),
    ASPECT(custom),
    ASPECT(emulated),
    ASPECT(ext_oneapi_ballot_group),
    ASPECT(ext_oneapi_bindless_images),
    ASPECT(ext_oneapi_bindless_images_shared_usm),
    ASPECT(ext_oneapi_bindless_images_1d_usm),
    ASPECT(ext_oneapi_bindless_images_2d_usm),
    ASPECT(ext_oneapi_cubemap),
    ASPECT(ext_oneapi_cubemap_seamless_filtering),
    ASPECT(ext_oneapi_fixed_size_group),
    ASPECT(ext_oneapi_external_memory_import),
    ASPECT(ext_oneapi_external_semaphore_import),
    ASPECT(ext_oneapi_mipmap),
    ASPECT(ext_oneapi_mipmap_anisotropy),
    ASPECT(ext_oneapi_mipmap_level_reference),
    ASPECT(host_debuggable),
    ASPECT(fp16),
    ASPECT(fp64),
    ASPECT(ext_intel_legacy_image),
    ASPECT(ext_intel_matrix),
    ASPECT(atomic64),
    ASPECT(image),
    ASPECT(online_compiler),
    ASPECT(online_linker),
    ASPECT(queue_profiling),
    ASPECT(usm_device_allocations),
    ASPECT(usm_host_allocations),
    ASPECT(usm_atomic_host_allocations),
    ASPECT(usm_shared_allocations),
    ASPECT(usm_atomic_shared_allocations),
    ASPECT(usm_system_allocations),
};

const char *selector_name(sycl::backend backend) {
  switch (backend) {
  case sycl::backend::opencl:
    return "opencl";
  case sycl::backend::ext_oneapi_level_zero:
    return "level_zero";
  case sycl::backend::ext_oneapi_cuda:
    return "cuda";
  case sycl::backend::ext_oneapi_hip:
    return "hip";
  case sycl::backend::ext_tandem_island:
    return "island";
  default:
    return "native_cpu";
  }
}

const char *type_of(const sycl::device &d) {
  return d.is_cpu() ? "cpu" : d.is_gpu() ? "gpu" : "accelerator";
}

int main() {
  namespace info = sycl::info::device;
  std::map<sycl::backend, int> counts;
  for (const auto &d : sycl::device::get_devices()) {
    std::printf("device %s %d %s %s\n", selector_name(d.get_backend()),
                counts[d.get_backend()]++, type_of(d),
                d.get_info<info::name>().c_str());
    for (const auto &[name, value] : aspects)
      std::printf("aspect %s %d\n", name, d.has(value));
    for (size_t size : d.get_info<info::sub_group_sizes>())
      std::printf("sub_group_size %zu\n", size);
    std::printf("work_group_size %zu\n",
                d.get_info<info::max_work_group_size>());
    std::printf("local_memory %zu\n",
                size_t(d.get_info<info::local_mem_size>()));
    std::printf("parameters %zu\n", d.get_info<info::max_parameter_size>());
  }
}
