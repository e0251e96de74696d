// Hierarchical kernels of the sizes that the device has: private memory for the
// maximum number of logical work-items in a work-group, even if several objects
// and kernels share a function; groups that are too large for the device or
// differ from the kernel's required size are rejected.
// EXPECT: values 1
// EXPECT: shared 1
// EXPECT: matching
// EXPECT: required: refused
// EXPECT: largest: refused
// EXPECT: device: refused
#include <cstdio>
#include <sycl/sycl.hpp>

struct alignas(32) wide {
  int values[4];
  wide() : values{1, 2, 3, 4} {}
};

// One object for each call of a kernel; two kernels call it.
static void add_squares(const sycl::group<1> &g, const sycl::accessor<int> &to,
                        int factor) {
  sycl::private_memory<int> square(g);
  g.parallel_for_work_item([&](sycl::h_item<1> it) {
    square(it) = int(it.get_local_id(0) * it.get_local_id(0));
  });
  g.parallel_for_work_item([&](sycl::h_item<1> it) {
    to[it.get_global_id()] += factor * square(it);
  });
}

template <class Launch> void try_launch(const char *what, Launch launch) {
  try {
    launch();
    std::printf("%s\n", what);
  } catch (const sycl::exception &e) {
    std::printf("%s: %s\n", what,
                e.code() == sycl::errc::nd_range ? "refused" : e.what());
  }
}

int main() {
  sycl::queue q;
  const size_t most =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  const size_t local = most < 2000 ? most : 2000, groups = 3;
  const sycl::range<1> all(groups * local);

  sycl::buffer<int> out(all);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(out, h, sycl::write_only, sycl::no_init);
    h.parallel_for_work_group(
        sycl::range<1>(groups), sycl::range<1>(local), [=](sycl::group<1> g) {
          sycl::private_memory<char> small(g);
          sycl::private_memory<wide> large(g);
          sycl::private_memory<short> other(g);
          g.parallel_for_work_item([&](sycl::h_item<1> it) {
            const size_t i = it.get_local_id(0);
            small(it) = char(i % 100);
            large(it).values[i % 4] += int(i);
            other(it) = short(i % 1000);
          });
          g.parallel_for_work_item([&](sycl::h_item<1> it) {
            const size_t i = it.get_local_id(0);
            const int *values = large(it).values;
            a[it.get_global_id()] = values[0] + values[1] + values[2] +
                                    values[3] + small(it) + other(it);
          });
        });
  });
  bool right = true;
  {
    sycl::host_accessor a(out, sycl::read_only);
    for (size_t i = 0; i < all.size(); ++i) {
      const int l = int(i % local);
      right = right && a[i] == 10 + l + l % 100 + l % 1000;
    }
  }
  std::printf("values %d\n", right);

  for (int factor : {1, 2})
    q.submit([&](sycl::handler &h) {
      sycl::accessor<int> a(out, h);
      if (factor == 1)
        h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(local),
                                  [=](sycl::group<1> g) {
                                    sycl::private_memory<int> zero(g);
                                    g.parallel_for_work_item([&](auto it) {
                                      zero(it) = int(it.get_local_id(0));
                                    });
                                    add_squares(g, a, 1);
                                    g.parallel_for_work_item([&](auto it) {
                                      a[it.get_global_id()] += zero(it);
                                    });
                                  });
      else
        h.parallel_for_work_group(
            sycl::range<1>(groups), sycl::range<1>(local),
            [=](sycl::group<1> g) { add_squares(g, a, 2); });
    });
  right = true;
  {
    sycl::host_accessor a(out, sycl::read_only);
    for (size_t i = 0; i < all.size(); ++i) {
      const int l = int(i % local);
      right = right && a[i] == 10 + l + l % 100 + l % 1000 + 3 * l * l + l;
    }
  }
  std::printf("shared %d\n", right);

  const auto required = [&](sycl::range<2> size) {
    q.submit([&](sycl::handler &h) {
      h.parallel_for_work_group(sycl::range<2>(2, 2), size,
                                [=](sycl::group<2>)
                                    [[sycl::reqd_work_group_size(2, 4)]] {});
    });
  };
  try_launch("matching", [&] { required({2, 4}); });
  try_launch("required", [&] { required({4, 2}); });
  try_launch("largest", [&] {
    q.submit([&](sycl::handler &h) {
      h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(9),
                                [=](sycl::group<1>)
                                    [[intel::max_work_group_size(1, 1, 8)]] {});
    });
  });
  try_launch("device", [&] {
    q.submit([&](sycl::handler &h) {
      h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(most + 1),
                                [=](sycl::group<1>) {});
    });
  });
  q.wait();
}
