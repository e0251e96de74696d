// Queries of extensions: those that need an aspect, peer access, default
// contexts; and alignments that no memory has.
// REQUIRES: aspect:usm_device_allocations, aspect:usm_host_allocations, aspect:usm_shared_allocations
// EXPECT: PASS
#include <sycl/sycl.hpp>

#include <cstdio>

namespace intel = sycl::ext::intel::info::device;
namespace oneapi = sycl::ext::oneapi;

// A query is answered exactly where the device has the aspect.
template <class Info> bool answers(const sycl::device &d, sycl::aspect needed) {
  try {
    d.get_info<Info>();
    return d.has(needed);
  } catch (const sycl::exception &e) {
    return !d.has(needed) && e.code() == sycl::errc::feature_not_supported;
  }
}

bool queries(const sycl::device &d) {
  using sycl::aspect;
  bool right =
      answers<intel::free_memory>(d, aspect::ext_intel_free_memory) &&
      answers<intel::memory_clock_rate>(d,
                                        aspect::ext_intel_memory_clock_rate) &&
      answers<intel::memory_bus_width>(d, aspect::ext_intel_memory_bus_width) &&
      answers<intel::pci_address>(d, aspect::ext_intel_pci_address) &&
      answers<intel::gpu_eu_count>(d, aspect::ext_intel_gpu_eu_count) &&
      answers<intel::device_id>(d, aspect::ext_intel_device_id) &&
      answers<intel::uuid>(d, aspect::ext_intel_device_info_uuid);
  bool listed = false;
  for (aspect a : d.get_info<sycl::info::device::aspects>())
    listed |= a == aspect::ext_intel_device_info_uuid;
  const size_t units = d.get_info<oneapi::info::device::num_compute_units>();
  const sycl::id<3> groups =
      d.get_info<oneapi::experimental::info::device::max_work_groups<3>>();
  return right && listed == d.has(aspect::ext_intel_device_info_uuid) &&
         units == d.get_info<sycl::info::device::max_compute_units>() &&
         groups[0] > 0 && groups[2] > 0;
}

bool peers(const sycl::device &d) {
  d.ext_oneapi_enable_peer_access(d);
  for (const sycl::device &other : sycl::device::get_devices()) {
    bool refused = false;
    try {
      d.ext_oneapi_enable_peer_access(other);
    } catch (const sycl::exception &e) {
      refused = e.code() == sycl::errc::invalid;
    }
    if (d.ext_oneapi_can_access_peer(other) == refused ||
        (refused && d == other))
      return false;
  }
  return true;
}

bool alignments(sycl::queue &q) {
  bool refused = true;
  for (size_t alignment : {size_t(3), size_t(48), size_t(1) << 40})
    for (auto kind : {sycl::usm::alloc::host, sycl::usm::alloc::device,
                      sycl::usm::alloc::shared})
      refused = refused && !sycl::aligned_alloc(alignment, 64, q, kind) &&
                !sycl::aligned_alloc<long>(alignment, 8, q, kind);
  return refused;
}

int main() {
  sycl::queue q;
  sycl::device d = q.get_device();
  bool context =
      d.get_platform().ext_oneapi_get_default_context() == q.get_context() &&
      sycl::platform().khr_get_default_context() == q.get_context() &&
      q.khr_empty();
  std::printf("%d %d %d %d\n", queries(d), peers(d), alignments(q), context);
  std::puts(queries(d) && peers(d) && alignments(q) && context ? "PASS"
                                                               : "FAIL");
}
