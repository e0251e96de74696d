// Local memory declared in device code: initialized, for overwriting, two
// objects of one type, arrays, classes with constructors, and inside of a
// function that the kernel calls.
// REQUIRES: aspect:fp64
// EXPECT: values 1
// EXPECT: helper 1
// EXPECT: external 1
#include <cstdio>
#include <sycl/sycl.hpp>

namespace oneapi = sycl::ext::oneapi;

struct point {
  int x, y;
  point(int x = 4, int y = 5) : x(x), y(y) {}
};

// Without a default constructor.
union workspace {
  point corner;
  int total;
};

constexpr size_t items = 16, groups = 4;

// Reverses a value within the work-group.
template <class T>
__attribute__((noinline)) T mirrored(sycl::nd_item<1> it, T value) {
  T(&tile)
  [items] = *oneapi::group_local_memory_for_overwrite<T[items]>(it.get_group());
  tile[it.get_local_id(0)] = value;
  sycl::group_barrier(it.get_group());
  return tile[items - 1 - it.get_local_id(0)];
}

SYCL_EXTERNAL int sum_of_group(sycl::nd_item<1> it, int value);

int sum_of_group(sycl::nd_item<1> it, int value) {
  auto tile =
      oneapi::group_local_memory_for_overwrite<int[items]>(it.get_group());
  auto shared =
      oneapi::group_local_memory_for_overwrite<workspace>(it.get_group());
  (*tile)[it.get_local_id(0)] = value;
  sycl::group_barrier(it.get_group());
  if (it.get_local_id(0) == 0) {
    shared->total = 0;
    for (int v : *tile)
      shared->total = oneapi::plus<>()(shared->total, v);
  }
  sycl::group_barrier(it.get_group());
  return shared->total;
}

int main() {
  sycl::queue q;
  const sycl::nd_range<1> space(groups * items, items);
  sycl::buffer<sycl::int4> result_buffer(groups * items);
  sycl::buffer<double> mirror_buffer(groups * items);
  sycl::buffer<int> sum_buffer(groups * items);

  q.submit([&](sycl::handler &h) {
    sycl::accessor results(result_buffer, h, sycl::write_only, sycl::no_init);
    h.parallel_for(space, [=](sycl::nd_item<1> it) {
      const auto group = it.get_group();
      const int id = int(group.get_group_id(0));
      auto one = oneapi::group_local_memory<point>(group, id, 7);
      auto other = oneapi::group_local_memory<point>(group, 2 * id);
      auto plain = oneapi::group_local_memory_for_overwrite<point>(group);
      auto array = oneapi::group_local_memory<int[3]>(group, 1, id);
      static_assert(
          std::is_same_v<decltype(one),
                         sycl::multi_ptr<
                             point, sycl::access::address_space::local_space>>);
      if (it.get_local_id(0) == 3)
        (*array)[2] += 100 + id; // begins with 0
      sycl::group_barrier(group);
      results[it.get_global_id(0)] = {
          one->x * 10 + one->y, other->x * 10 + other->y,
          plain->x * 10 + plain->y,
          (*array)[0] * 10000 + (*array)[1] * 1000 + (*array)[2]};
    });
  });
  sycl::host_accessor results(result_buffer, sycl::read_only);
  bool values = true;
  for (int i = 0; i < int(groups * items); ++i) {
    const int id = i / int(items);
    const sycl::int4 r = results[i];
    values = values && r.x() == id * 10 + 7 && r.y() == id * 20 + 5 &&
             r.z() == 45 && r.w() == 10100 + id * 1001;
  }
  std::printf("values %d\n", values);

  q.submit([&](sycl::handler &h) {
    sycl::accessor mirror(mirror_buffer, h, sycl::write_only, sycl::no_init);
    h.parallel_for(space, [=](sycl::nd_item<1> it) {
      const size_t i = it.get_global_id(0);
      const int back = mirrored(it, int(i));
      sycl::group_barrier(it.get_group());
      mirror[i] = mirrored(it, double(i)) + back;
    });
  });
  sycl::host_accessor mirror(mirror_buffer, sycl::read_only);
  bool helper = true;
  for (size_t i = 0; i < groups * items; ++i)
    helper = helper && mirror[i] == 2.0 * double(i / items * items + items - 1 -
                                                 i % items);
  std::printf("helper %d\n", helper);

  q.submit([&](sycl::handler &h) {
    sycl::accessor sums(sum_buffer, h, sycl::write_only, sycl::no_init);
    h.parallel_for(space, [=](sycl::nd_item<1> it) {
      sums[it.get_global_id(0)] = sum_of_group(it, int(it.get_global_id(0)));
    });
  });
  sycl::host_accessor sums(sum_buffer, sycl::read_only);
  bool external = true;
  for (size_t i = 0; i < groups * items; ++i)
    external = external && sums[i] == int(items * (i / items * items) +
                                          items * (items - 1) / 2);
  std::printf("external %d\n", external);
}
