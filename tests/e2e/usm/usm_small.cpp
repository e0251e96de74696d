// Small allocations are apart from each other, and queries tell them apart.
// REQUIRES: aspect:usm_device_allocations
// RUN: $EXE
// RUN: TANDEM_USM_POOL=0 $EXE
// EXPECT: 0 wrong kinds
// EXPECT: 0 wrong devices
// EXPECT: 0 wrong contents
// EXPECT: 0 addresses that are not aligned
// EXPECT: 0 freed addresses that are known
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

struct block {
  unsigned char *data;
  size_t bytes;
  unsigned char mark;
};

int main() {
  sycl::queue q{sycl::property::queue::in_order{}};
  const sycl::context c = q.get_context();
  const auto kind = sycl::usm::alloc::device;
  auto kind_of = [&](const void *data) {
    return sycl::get_pointer_type(data, c);
  };

  std::vector<block> blocks;
  unsigned unaligned = 0;
  for (size_t i = 0; i < 400; ++i) {
    size_t bytes = 1 + i * 37 % 9000, alignment = size_t(1) << i % 13;
    auto *data = static_cast<unsigned char *>(
        sycl::aligned_alloc_device(alignment, bytes, q));
    unaligned += reinterpret_cast<uintptr_t>(data) % alignment != 0;
    blocks.push_back({data, bytes, static_cast<unsigned char>(i % 251)});
    q.memset(data, blocks.back().mark, bytes);
  }
  unsigned kinds = 0, devices = 0, contents = 0;
  for (const block &b : blocks) {
    for (size_t offset : {size_t(0), b.bytes / 2, b.bytes - 1})
      kinds += kind_of(b.data + offset) != kind;
    devices += sycl::get_pointer_device(b.data, c) != q.get_device();
    std::vector<unsigned char> copy(b.bytes);
    q.memcpy(copy.data(), b.data, b.bytes).wait();
    for (unsigned char byte : copy)
      contents += byte != b.mark;
  }
  // Half of them are freed by another thread.
  unsigned known = 0;
  auto free_every_second = [&](size_t first) {
    for (size_t i = first; i < blocks.size(); i += 2) {
      sycl::free(blocks[i].data, q);
      known += kind_of(blocks[i].data) != sycl::usm::alloc::unknown;
    }
  };
  std::thread(free_every_second, 0).join();
  free_every_second(1);
  std::printf("%u wrong kinds\n%u wrong devices\n%u wrong contents\n", kinds,
              devices, contents);
  std::printf("%u addresses that are not aligned\n", unaligned);
  std::printf("%u freed addresses that are known\n", known);
}
