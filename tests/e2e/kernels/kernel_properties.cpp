// Compile-time properties: lists and what they can be asked; properties of
// kernels, given at the launch or by the functor itself, with reductions too,
// end up as attributes of the kernels.
// REQUIRES: sub_group_size:1
// EXPECT: lists 1
// EXPECT: launched 7
// EXPECT: wrong size refused
// EXPECT: functor refused
// EXPECT: reduction 120
// EXPECT: reduction refused
// EXPECT: aspect refused
#include <cstdio>
#include <sycl/sycl.hpp>

namespace ex = sycl::ext::oneapi::experimental;

constexpr ex::properties list{ex::sub_group_size<1>, ex::work_group_size<4, 2>};
constexpr ex::properties reordered{ex::work_group_size<4, 2>,
                                   ex::sub_group_size<1>};
static_assert(std::is_same_v<decltype(list), decltype(reordered)>);
static_assert(ex::is_property_list_v<ex::empty_properties_t> &&
              !ex::is_property_list_v<int>);
static_assert(list.has_property<ex::work_group_size_key>() &&
              !list.has_property<ex::device_has_key>());
static_assert(list.get_property<ex::work_group_size_key>()[0] == 4 &&
              list.get_property<ex::work_group_size_key>()[1] == 2);
static_assert(list.get_property<ex::sub_group_size_key>().value == 1);
static_assert(ex::is_property_key_v<ex::device_has_key> &&
              !ex::is_property_key_v<int>);
static_assert(ex::is_property_value_v<decltype(ex::sub_group_size<8>)> &&
              !ex::is_property_value_v<ex::device_has_key>);
static_assert(ex::sub_group_size<8> == ex::sub_group_size<8> &&
              ex::sub_group_size<8> != ex::sub_group_size<16>);
static_assert(ex::device_has<sycl::aspect::fp16, sycl::aspect::cpu>.value[1] ==
              sycl::aspect::cpu);

struct fixed_size {
  int *data;
  void operator()(sycl::nd_item<1> it) const { data[it.get_global_id(0)] = 1; }
  auto get(ex::properties_tag) const {
    return ex::properties{ex::work_group_size<8>};
  }
};

template <class F> void expect_refusal(const char *what, const F &launch) {
  try {
    launch();
    std::printf("%s ran\n", what);
  } catch (const sycl::exception &e) {
    std::printf("%s %s\n", what,
                e.code() == sycl::errc::nd_range ||
                        e.code() == sycl::errc::kernel_not_supported
                    ? "refused"
                    : e.what());
  }
}

int main() {
  sycl::queue q;
  int *data = sycl::malloc_device<int>(64, q);
  q.fill(data, 0, 64).wait();
  std::printf("lists %d\n", int(list.has_property<ex::sub_group_size_key>()));

  q.single_task(ex::properties{}, [=] { data[0] += 1; }).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<1>(8),
                    ex::properties{ex::work_group_size_hint<8>},
                    [=](sycl::id<1> i) { data[i] += 2; });
   }).wait();
  sycl::event done = q.parallel_for(sycl::nd_range<2>({4, 4}, {4, 2}), list,
                                    [=](sycl::nd_item<2> it) {
                                      if (it.get_global_linear_id() == 0)
                                        data[0] += 4;
                                    });
  q.single_task(done, ex::properties{ex::device_has<>}, [=] {
     data[1] = 9;
   }).wait();
  int first;
  q.copy(data, &first, 1).wait();
  std::printf("launched %d\n", first);

  expect_refusal("wrong size", [&] {
    q.parallel_for(sycl::nd_range<2>({4, 4}, {2, 4}), list,
                   [=](sycl::nd_item<2>) { data[0] = 100; });
  });
  q.parallel_for(sycl::nd_range<1>(16, 8), fixed_size{data}).wait();
  expect_refusal("functor", [&] {
    q.parallel_for(sycl::nd_range<1>(16, 4), fixed_size{data});
  });

  const ex::properties four{ex::work_group_size<4>};
  int *sum = sycl::malloc_device<int>(1, q);
  q.fill(sum, 0, 1).wait();
  const auto add = [](sycl::nd_item<1> it, auto &out) {
    out += int(it.get_global_id(0));
  };
  q.parallel_for(sycl::nd_range<1>(16, 4), four,
                 sycl::reduction(sum, sycl::plus<>()), add)
      .wait();
  int total;
  q.copy(sum, &total, 1).wait();
  std::printf("reduction %d\n", total);
  expect_refusal("reduction", [&] {
    q.parallel_for(sycl::nd_range<1>(16, 8), four,
                   sycl::reduction(sum, sycl::plus<>()), add);
  });
  expect_refusal("aspect", [&] {
    q.single_task(ex::properties{ex::device_has<sycl::aspect::custom>},
                  [=] { data[0] = 1; });
  });
  sycl::free(data, q);
  sycl::free(sum, q);
}
