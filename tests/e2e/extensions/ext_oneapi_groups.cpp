// Extensions of oneAPI that are included by name: loads and stores of groups,
// products of bytes.
// EXPECT: blocked 1 striped 1 sub-group 1
// EXPECT: dot -14 1534 -510 506
#include <cstdio>
#include <numeric>
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/sycl.hpp>
#include <vector>

namespace syclex = sycl::ext::oneapi::experimental;

int main() {
  constexpr size_t items = 32, each = 4, groups = 2, n = items * each * groups;
  sycl::queue q;
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  sycl::buffer<int> input(numbers), blocks(n), stripes(n);
  sycl::buffer<sycl::int2> two_each(items);
  q.submit([&](sycl::handler &h) {
    sycl::accessor from(input, h);
    sycl::accessor to_blocks(blocks, h, sycl::write_only, sycl::no_init);
    sycl::accessor to_stripes(stripes, h, sycl::read_write, sycl::no_init);
    sycl::accessor pairs(two_each, h, sycl::write_only, sycl::no_init);
    h.parallel_for(
        sycl::nd_range<1>(items * groups, items), [=](sycl::nd_item<1> it) {
          const auto group = it.get_group();
          int *in = &from[0], *blocked = &to_blocks[0],
              *striped = &to_stripes[0];
          const size_t start = it.get_group(0) * items * each;
          int values[each], other;
          syclex::group_load(group, in + start, sycl::span{values});
          for (int &value : values)
            value +=
                int(it.get_local_id(0)); // the same for a work-item's elements
          syclex::properties by_turns{syclex::data_placement_striped,
                                      syclex::full_group,
                                      syclex::contiguous_memory};
          syclex::group_store(group, sycl::span{values}, striped + start,
                              by_turns);
          syclex::group_load(group, striped + start, sycl::span{values},
                             by_turns);
          syclex::group_store(group, sycl::span{values}, blocked + start,
                              syclex::properties{syclex::data_placement<
                                  syclex::data_placement_enum::blocked>});
          syclex::group_load(group, in + start, other);
          syclex::group_store(group, other, in + start);
          if (it.get_group(0) == 0) {
            sycl::int2 pair;
            const auto sub_group = it.get_sub_group();
            const size_t first = 2 * sub_group.get_group_linear_id() *
                                 sub_group.get_max_local_range()[0];
            syclex::group_load(sub_group, in + first, pair);
            pairs[it.get_local_id(0)] = pair;
          }
        });
  });
  sycl::host_accessor blocked(blocks, sycl::read_only);
  sycl::host_accessor striped(stripes, sycl::read_only);
  sycl::host_accessor pairs(two_each, sycl::read_only);
  bool right[3] = {true, true, true};
  for (size_t i = 0; i < n; ++i) {
    const size_t start = i / (items * each) * items * each,
                 item = (i - start) / each, k = i % each;
    right[0] = right[0] && blocked[i] == int(i + item);
    right[1] = right[1] && striped[start + k * items + item] == int(i + item);
  }
  for (size_t i = 0; i < items; ++i)
    right[2] = right[2] && pairs[i].x() == int(2 * i) &&
               pairs[i].y() == int(2 * i + 1);
  std::printf("blocked %d striped %d sub-group %d\n", right[0], right[1],
              right[2]);

  sycl::buffer<int> products(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor dots(products, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      using sycl::ext::oneapi::dot_acc;
      dots[0] = dot_acc(int32_t(0x04030201), int32_t(0xfffefdfc),
                        6); // 1 * -4 + 2 * -3 + 3 * -2 + 4 * -1
      dots[1] = dot_acc(uint32_t(0xff), uint32_t(6), 4);
      dots[2] = dot_acc(int32_t(0xfe), uint32_t(0xff), 0);
      dots[3] = dot_acc(sycl::vec<uint8_t, 4>(255, 0, 0, 1),
                        sycl::vec<int8_t, 4>(2, 9, 9, -4), 0);
    });
  });
  sycl::host_accessor dots(products, sycl::read_only);
  std::printf("dot %d %d %d %d\n", dots[0], dots[1], dots[2], dots[3]);
}
