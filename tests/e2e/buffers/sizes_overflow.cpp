// Sizes in bytes that size_t cannot hold are rejected and never truncated:
// sizes of buffers, their parts, local memory, images, and the memory of
// commands. Ranges with too many work-items are rejected as well.
//
// EXPECT: OK
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

constexpr size_t half = size_t(1) << (sizeof(size_t) * 4); // half^2 is 0
constexpr size_t quarter = size_t(1) << (sizeof(size_t) * 8 - 2);
// So many ints have 16 bytes, by their lowest bits.
constexpr size_t four = quarter + 4;

template <class Function>
void refused(const char *what, sycl::errc code, const Function &function) {
  try {
    function();
  } catch (const sycl::exception &error) {
    if (error.code() == code)
      return;
    std::printf("%s: %s\n", what, error.what());
    std::exit(1);
  }
  std::printf("%s: accepted\n", what);
  std::exit(1);
}

void check_buffers() {
  const auto memory = sycl::errc::memory_allocation;
  int value = 0;
  refused("buffer", memory, [] { sycl::buffer<int> row{sycl::range(four)}; });
  refused("over", memory, [&] { sycl::buffer<int> b(&value, four); });
  refused("plane", memory,
          [] { sycl::buffer<char, 2> plane{sycl::range(half, half)}; });
  refused("space", memory,
          [] { sycl::buffer<short, 3> space{sycl::range(half, half / 2, 1)}; });
  sycl::buffer<int, 3> empty(sycl::range<3>(half, half, 0));
  if (empty.byte_size() != 0)
    std::puts("an empty buffer has bytes");

  sycl::buffer<int> row(16);
  refused("reinterpret", sycl::errc::invalid,
          [&] { (void)row.reinterpret<int>(sycl::range(quarter + 16)); });
  refused("sub-buffer", sycl::errc::invalid, [&] {
    sycl::buffer<int> part(row, sycl::id<1>(-size_t(4)), sycl::range<1>(8));
  });
  refused("host accessor", sycl::errc::invalid, [&] {
    sycl::host_accessor part(row, sycl::range<1>(8), sycl::id<1>(-size_t(4)));
  });
}

void check_images() {
  const auto memory = sycl::errc::memory_allocation;
  const auto format = sycl::image_format::r32g32b32a32_sfloat;
  refused("image", memory,
          [&] { sycl::unsampled_image<1> image(format, sycl::range(four)); });
  refused("image", memory, [&] {
    sycl::unsampled_image<2> image(format, sycl::range(half, half));
  });
  refused("image", memory, [&] {
    sycl::unsampled_image<2> image(format, sycl::range<2>(1, half),
                                   sycl::range<1>(half));
  });
  refused("image", memory, [&] {
    sycl::unsampled_image<3> image(format, sycl::range<3>(1, 1, half),
                                   sycl::range<2>(16, half));
  });
}

void check_commands(sycl::queue &queue) {
  sycl::buffer<int> row(16);
  refused("local", sycl::errc::memory_allocation, [&] {
    queue.submit([&](sycl::handler &cgh) {
      sycl::local_accessor<int> local(sycl::range(four), cgh);
      cgh.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> item) {
        local[item.get_local_id(0)] = 1;
      });
    });
  });
  refused("accessor", sycl::errc::invalid, [&] {
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor part(row, cgh, sycl::range<1>(8), sycl::id<1>(-size_t(4)));
      cgh.fill(part, 1);
    });
  });
  int *from = sycl::malloc_device<int>(16, queue);
  int *to = sycl::malloc_device<int>(16, queue);
  const auto invalid = sycl::errc::invalid;
  refused("fill", invalid, [&] { queue.fill(to, 1, four); });
  refused("copy", invalid, [&] { queue.copy(from, to, four); });
  refused("handler::fill", invalid, [&] {
    queue.submit([&](sycl::handler &cgh) { cgh.fill(to, 1, four); });
  });
  refused("handler::copy", invalid, [&] {
    queue.submit([&](sycl::handler &cgh) { cgh.copy(from, to, four); });
  });
  sycl::free(from, queue);
  sycl::free(to, queue);
}

void check_ranges(sycl::queue &queue) {
  const auto invalid = sycl::errc::invalid;
  refused("range", invalid, [&] {
    queue.parallel_for(sycl::range(half, half), [](sycl::id<2>) {});
  });
  refused("range with many axes", invalid, [&] {
    queue.parallel_for(sycl::range<3>(1 << 22, 1 << 22, 1 << 22),
                       [](sycl::id<3>) {});
  });
  refused("nd_range", invalid, [&] {
    queue.parallel_for(
        sycl::nd_range(sycl::range(half, half), sycl::range<2>(1, 1)),
        [](sycl::nd_item<2>) {});
  });
  refused("work-groups", invalid, [&] {
    queue.submit([](sycl::handler &cgh) {
      cgh.parallel_for_work_group(sycl::range(half, half), sycl::range<2>(1, 1),
                                  [](sycl::group<2>) {});
    });
  });
  queue.parallel_for(sycl::range<3>(half, half, 0), [](sycl::id<3>) {}).wait();
}

int main() {
  sycl::queue queue;
  check_buffers();
  check_images();
  check_commands(queue);
  check_ranges(queue);
  std::puts("OK");
}
