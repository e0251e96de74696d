// Imports files in memory as memory and semaphores of another program, and
// plays that program itself. It runs no kernels, which the fake of CUDA does
// not have.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/sycl.hpp>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace bindless = sycl::ext::oneapi::experimental;
using memory_type = bindless::external_mem_handle_type;
using semaphore_type = bindless::external_semaphore_handle_type;

namespace {

// A file in memory, and the other program's view of it.
struct shared {
  int descriptor = memfd_create("shared", 0);
  void *view = nullptr;

  explicit shared(size_t bytes) {
    if (ftruncate(descriptor, off_t(bytes)) != 0)
      std::puts("no file");
    view =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  }
  template <class T> T *as() const { return static_cast<T *>(view); }
  std::atomic_ref<uint64_t> word() const {
    return std::atomic_ref<uint64_t>(*as<uint64_t>());
  }
  bindless::external_semaphore import_semaphore(semaphore_type type,
                                                sycl::queue &q) const {
    bindless::external_semaphore_descriptor<bindless::resource_fd> desc{
        {dup(descriptor)}, type};
    return bindless::import_external_semaphore(desc, q);
  }
};

template <class Function>
int is_refused(std::error_code code, Function function) {
  try {
    function();
  } catch (const sycl::exception &e) {
    return e.code() == code;
  }
  return 0;
}

void memory(sycl::queue &q) {
  constexpr size_t bytes = 1 << 16;
  const shared file(bytes);
  file.as<int>()[1024 + 3] = 42;
  bindless::external_mem_descriptor<bindless::resource_fd> desc{
      {dup(file.descriptor)}, memory_type::opaque_fd, bytes};
  auto imported = bindless::import_external_memory(desc, q);
  auto *range = static_cast<int *>(
      bindless::map_external_linear_memory(imported, 4096, 64, q));
  int got[16] = {};
  q.memcpy(got, range, sizeof got).wait();
  q.fill(range + 8, 7, 8).wait();
  int wrong = got[3] != 42;
  for (int i = 8; i < 16; ++i)
    wrong += file.as<int>()[1024 + i] != 7;
  std::printf("range: %d wrong\n", wrong);
  bindless::unmap_external_linear_memory(range, q);

  bindless::image_descriptor image({8, 4}, 1, sycl::image_channel_type::fp32);
  auto pixels = bindless::map_external_image_memory(imported, image, q);
  bindless::release_external_memory(imported, q);
  std::vector<float> texels(32);
  for (int i = 0; i < 32; ++i)
    texels[i] = float(i);
  q.ext_oneapi_copy(texels.data(), pixels, image).wait();
  wrong = 0;
  for (int i = 0; i < 32; ++i)
    wrong += file.as<float>()[i] != float(i);
  auto handle = bindless::create_image(pixels, image, q);
  bindless::destroy_image_handle(handle, q);
  std::printf("image: %d wrong\n", wrong);
  bindless::unmap_external_image_memory(pixels, image.type, q);
}

void semaphores(sycl::queue &q) {
  const shared binary(4096), timeline(4096);
  auto ready = binary.import_semaphore(semaphore_type::opaque_fd, q);
  int host = 0;
  auto *data = sycl::malloc_device<int>(1, q);
  q.fill(data, 1, 1).wait();
  q.ext_oneapi_wait_external_semaphore(ready);
  sycl::event copied = q.memcpy(&host, data, sizeof host);
  const bool early =
      copied.get_info<sycl::info::event::command_execution_status>() ==
      sycl::info::event_command_status::complete;
  binary.word() = 1;
  copied.wait();
  std::printf("semaphore: %s\n", !early && host == 1 ? "waited" : "wrong");

  auto counter = timeline.import_semaphore(semaphore_type::timeline_fd, q);
  q.ext_oneapi_signal_external_semaphore(counter, 5).wait();
  const auto first = uint64_t(timeline.word());
  sycl::event waited = q.submit([&](sycl::handler &h) {
    h.ext_oneapi_wait_external_semaphore(counter, 8);
  });
  timeline.word() = 8;
  q.ext_oneapi_signal_external_semaphore(counter, 9, waited).wait();
  std::printf("value: %d and %d\n", int(first), int(timeline.word()));

  int refused = is_refused(sycl::errc::invalid, [&] {
    q.ext_oneapi_wait_external_semaphore(counter).wait();
  });
  refused += is_refused(sycl::errc::invalid, [&] {
    q.ext_oneapi_signal_external_semaphore(ready, 3).wait();
  });
  refused += is_refused(sycl::errc::feature_not_supported, [&] {
    binary.import_semaphore(semaphore_type::win32_nt_handle, q);
  });
  refused += is_refused(sycl::errc::runtime, [&] {
    bindless::external_mem_descriptor<bindless::resource_fd> large{
        {binary.descriptor}, memory_type::opaque_fd, 1 << 20};
    bindless::import_external_memory(large, q);
  });
  bindless::release_external_semaphore(ready, q);
  refused += is_refused(sycl::errc::invalid, [&] {
    q.ext_oneapi_wait_external_semaphore(ready).wait();
  });
  std::printf("refused: %d of 5\n", refused);
  bindless::release_external_semaphore(counter, q);
  sycl::free(data, q);
}

} // namespace

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  if (!q.get_device().has(sycl::aspect::ext_oneapi_external_memory_import) ||
      !q.get_device().has(sycl::aspect::ext_oneapi_external_semaphore_import))
    return 1;
  memory(q);
  semaphores(q);
}
