// Ranges that no work-group size divides: every id is visited once, and none
// beyond the range, with and without an offset, whatever work-groups the device
// prefers. Items tell the range that the program gave.
// EXPECT: 0 failures
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

template <int D> static sycl::id<D> shifted(int by) {
  sycl::id<D> offset;
  for (int d = 0; d < D; ++d)
    offset[d] = by * (d + 3);
  return offset;
}

// Counts the visits of each cell of a box that is larger than the range on all
// sides.
template <int D>
static int check(sycl::queue &q, sycl::range<D> range, int by) {
  const sycl::id<D> offset = shifted<D>(by);
  sycl::range<D> box = range;
  for (int d = 0; d < D; ++d)
    box[d] += offset[d] + 70;
  sycl::buffer<unsigned, D> visits(box);
  q.submit([&](sycl::handler &h) {
    sycl::accessor all(visits, h, sycl::write_only, sycl::no_init);
    h.fill(all, 0u);
  });
  const unsigned none = 0;
  sycl::buffer<unsigned> wrong(&none, 1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor count(visits, h);
    sycl::accessor bad(wrong, h);
    h.parallel_for(range, offset, [=](sycl::item<D> it) {
      sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                       sycl::memory_scope::device>(count[it.get_id()])
          .fetch_add(1);
      if (it.get_range() != range || it.get_offset() != offset)
        sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                         sycl::memory_scope::device>(bad[0])
            .fetch_add(1);
    });
  });
  int failures = sycl::host_accessor(wrong)[0] != 0;
  sycl::host_accessor seen(visits, sycl::read_only);
  size_t index = 0;
  for (unsigned count : seen) {
    bool inside = true;
    for (size_t rest = index++, d = D; d-- > 0; rest /= box[d]) {
      const size_t place = rest % box[d];
      inside = inside && place >= offset[d] && place < offset[d] + range[d];
    }
    failures += count != unsigned(inside);
  }
  if (failures)
    std::printf("%d dimensions, %zu items: %d\n", D, range.size(), failures);
  return failures;
}

int main() {
  sycl::queue q;
  int failures = 0;
  for (int by : {0, 1}) {
    for (size_t n : {1, 2, 7, 13, 31, 61, 67, 127, 1009, 10007})
      failures += check(q, sycl::range<1>(n), by);
    for (auto range : {sycl::range<2>(1, 1), sycl::range<2>(13, 17),
                       sycl::range<2>(101, 3), sycl::range<2>(3, 1009)})
      failures += check(q, range, by);
    for (auto range : {sycl::range<3>(2, 3, 5), sycl::range<3>(7, 11, 13),
                       sycl::range<3>(1, 1, 257), sycl::range<3>(257, 1, 1)})
      failures += check(q, range, by);
  }
  std::printf("%d failures\n", failures);
}
