// Memory that CUDA's driver exports as a file descriptor, as Vulkan's would: a
// range of it as USM, and an image in it that kernels write and read.
// REQUIRES: aspect:ext_oneapi_external_memory_import
// REQUIRES: aspect:usm_shared_allocations
// REQUIRES: backend:cuda
// EXPECT: range: 0 wrong
// EXPECT: image: 0 wrong
// EXPECT: after the release: 0 wrong
// EXPECT: refused: 3 of 3
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/sycl.hpp>
#include <unistd.h>
#include <vector>

namespace bindless = sycl::ext::oneapi::experimental;

namespace {

// The part of CUDA's virtual memory management that exports memory.
struct allocation_properties {
  int type, handle_types;
  struct {
    int type, id;
  } location;
  void *metadata;
  unsigned char flags[4], reserved[4];
};
static_assert(sizeof(allocation_properties) == 32);

struct exported {
  int descriptor = -1;
  size_t bytes = 0;
};

exported export_memory(int device, size_t bytes) {
  void *cuda = dlopen("libcuda.so.1", RTLD_NOW);
  auto granularity =
      reinterpret_cast<int (*)(size_t *, const allocation_properties *, int)>(
          dlsym(cuda, "cuMemGetAllocationGranularity"));
  auto create = reinterpret_cast<int (*)(
      unsigned long long *, size_t, const allocation_properties *,
      unsigned long long)>(dlsym(cuda, "cuMemCreate"));
  auto export_handle = reinterpret_cast<int (*)(void *, unsigned long long, int,
                                                unsigned long long)>(
      dlsym(cuda, "cuMemExportToShareableHandle"));
  allocation_properties properties = {};
  properties.type = 1;         // CU_MEM_ALLOCATION_TYPE_PINNED
  properties.handle_types = 1; // CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
  properties.location = {1, device};
  exported result;
  size_t unit = 0;
  unsigned long long handle = 0;
  if (granularity(&unit, &properties, 0) != 0)
    return result;
  result.bytes = (bytes + unit - 1) / unit * unit;
  if (create(&handle, result.bytes, &properties, 0) != 0 ||
      export_handle(&result.descriptor, handle, 1, 0) != 0)
    result.descriptor = -1;
  return result;
}

template <class Function> int is_refused(Function function) {
  try {
    function();
  } catch (const sycl::exception &) {
    return 1;
  }
  return 0;
}

} // namespace

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  constexpr size_t width = 64, height = 32, count = width * height;
  // The driver's context is the one that SYCL uses.
  sycl::free(sycl::malloc_device<int>(1, q), q);
  const exported memory = export_memory(0, count * sizeof(float));
  if (memory.descriptor < 0)
    return std::puts("CUDA exports no memory"), 1;
  bindless::external_mem_descriptor<bindless::resource_fd> desc{
      {dup(memory.descriptor)},
      bindless::external_mem_handle_type::opaque_fd,
      memory.bytes};
  auto imported = bindless::import_external_memory(desc, q);

  // A range from an offset on.
  constexpr size_t offset = 1 << 20;
  auto range = static_cast<int *>(
      bindless::map_external_linear_memory(imported, 0, memory.bytes, q));
  q.parallel_for(sycl::range<1>(memory.bytes / 4),
                 [=](sycl::id<1> i) { range[i] = int(i) * 3; });
  auto part = static_cast<int *>(
      bindless::map_external_linear_memory(imported, offset, 4096, q));
  std::vector<int> host(1024);
  q.memcpy(host.data(), part, 4096).wait();
  int wrong = 0;
  for (int i = 0; i < 1024; ++i)
    wrong += host[i] != int(offset / 4 + i) * 3;
  std::printf("range: %d wrong\n", wrong);

  // An image.
  bindless::image_descriptor image({width, height}, 1,
                                   sycl::image_channel_type::fp32);
  auto pixels = bindless::map_external_image_memory(imported, image, q);
  auto handle = bindless::create_image(pixels, image, q);
  q.parallel_for(sycl::range<2>(height, width), [=](sycl::item<2> item) {
    const sycl::int2 at{int(item[1]), int(item[0])};
    bindless::write_image(handle, at, float(at.y() * 100 + at.x()));
  });
  std::vector<float> texels(count);
  q.ext_oneapi_copy(pixels, texels.data(), image).wait();
  wrong = 0;
  for (size_t i = 0; i < count; ++i)
    wrong += texels[i] != float(i / width * 100 + i % width);
  std::printf("image: %d wrong\n", wrong);

  // What is mapped keeps the memory.
  bindless::unmap_external_linear_memory(part, q);
  bindless::release_external_memory(imported, q);
  auto *sums = sycl::malloc_shared<float>(1, q);
  q.single_task([=] {
     *sums = bindless::fetch_image<float>(handle, sycl::int2(5, 7));
   }).wait();
  std::printf("after the release: %d wrong\n", *sums != 705.0f);

  int refused = is_refused([&] {
    bindless::external_mem_descriptor<bindless::resource_fd> closed{
        {987}, bindless::external_mem_handle_type::opaque_fd, memory.bytes};
    bindless::import_external_memory(closed, q);
  });
  refused += is_refused([&] {
    bindless::external_mem_descriptor<bindless::resource_win32_handle> windows{
        {nullptr},
        bindless::external_mem_handle_type::win32_nt_handle,
        memory.bytes};
    bindless::import_external_memory(windows, q);
  });
  refused +=
      is_refused([&] { bindless::release_external_memory(imported, q); });
  std::printf("refused: %d of 3\n", refused);

  sycl::free(sums, q);
  bindless::destroy_image_handle(handle, q);
  bindless::unmap_external_image_memory(pixels, image.type, q);
  bindless::unmap_external_linear_memory(range, q);
  close(memory.descriptor);
}
