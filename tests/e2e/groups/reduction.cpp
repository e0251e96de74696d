// Reductions: variables of all kinds, several at once, custom operators.
// REQUIRES: aspect:fp64, aspect:usm_device_allocations
// XFAIL: opencl:cpu (wrong code of the driver's vectorizer; passes with CL_CONFIG_CPU_VECTORIZER_MODE=1)
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>
#include <vector>

struct moments {
  double sum = 0;
  long count = 0;
};
struct merge {
  moments operator()(const moments &a, const moments &b) const {
    return {a.sum + b.sum, a.count + b.count};
  }
};

int main() {
  sycl::queue q;
  constexpr int n = 100003;
  bool ok = true;
  auto expect = [&](const char *what, bool right) {
    if (!right)
      std::printf("wrong: %s\n", what);
    ok &= right;
  };
  std::vector<int> numbers(n);
  long want = 0;
  for (int i = 0; i < n; ++i)
    want += numbers[i] = i % 101;
  int *data = sycl::malloc_device<int>(n, q);
  q.copy(numbers.data(), data, n).wait();

  long *sum = sycl::malloc_device<long>(1, q);
  int *least = sycl::malloc_device<int>(1, q);
  const auto set = [&](auto *p, auto value) { q.copy(&value, p, 1).wait(); };
  const auto get = [&](auto *p) {
    auto value = std::remove_pointer_t<decltype(p)>();
    q.copy(p, &value, 1).wait();
    return value;
  };
  set(sum, 5L);
  set(least, 1000);
  q.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<>()),
                 sycl::reduction(least, sycl::minimum<int>()),
                 [=](sycl::id<1> i, auto &s, auto &m) {
                   s += data[i];
                   m.combine(data[i] - 7);
                 })
      .wait();
  expect("sum over a range", get(sum) == want + 5);
  expect("minimum over a range", get(least) == -7);

  q.parallel_for(
       sycl::range<2>(7, 13),
       sycl::reduction(sum, sycl::plus<>(),
                       sycl::property::reduction::initialize_to_identity()),
       [=](sycl::item<2> it, auto &s) {
         s.combine(long(it.get_id(0) * 100 + it.get_id(1)));
       })
      .wait();
  expect("two dimensions", get(sum) == 100L * 21 * 13 + 78 * 7);
  set(sum, 0L);
  q.parallel_for(sycl::range<3>(5, 6, 70), sycl::reduction(sum, sycl::plus<>()),
                 [=](sycl::id<3> i, auto &s) {
                   s += long(i[0] * 10000 + i[1] * 100 + i[2]);
                 })
      .wait();
  expect("three dimensions",
         get(sum) == 420L * 10000 * 10 + 350L * 100 * 15 + 30L * 2415);

  int total = 3;
  {
    sycl::buffer<int> result(&total, 1);
    for (int round = 0; round < 3; ++round)
      q.submit([&](sycl::handler &h) {
        h.parallel_for<class over_groups>(
            sycl::nd_range<1>(1024, 64),
            sycl::reduction(result, h, sycl::plus<>()),
            [=](sycl::nd_item<1> it, auto &s) {
              s += data[it.get_global_id(0)];
            });
      });
  }
  int part = 0;
  for (int i = 0; i < 1024; ++i)
    part += numbers[i];
  expect("nd_range with a buffer", total == 3 + 3 * part);

  moments *all = sycl::malloc_device<moments>(1, q);
  set(all, moments{1, 1});
  auto add = [=](auto i, auto &r) { r.combine(moments{double(data[i]), 1}); };
  q.parallel_for(sycl::range<1>(n), sycl::reduction(all, merge()), add).wait();
  expect("without identity",
         get(all).sum == want + 1 && get(all).count == n + 1);
  set(all, moments{1, 1});
  q.parallel_for(sycl::nd_range<1>(1024, 32),
                 sycl::reduction(all, moments(), merge()),
                 [=](sycl::nd_item<1> it, auto &r) {
                   r.combine(moments{double(data[it.get_global_id(0)]), 1});
                 })
      .wait();
  expect("custom operator over groups",
         get(all).sum == part + 1 && get(all).count == 1025);

  int *histogram = sycl::malloc_device<int>(4, q);
  q.fill(histogram, 0, 4).wait();
  q.parallel_for(
       sycl::range<1>(1000),
       sycl::reduction(sycl::span<int, 4>(histogram, 4), sycl::plus<>()),
       [=](sycl::id<1> i, auto &h) {
         if (i % 8 < 4)
           ++h[i % 4];
         else
           h[i % 4]++;
       })
      .wait();
  q.parallel_for(
       sycl::nd_range<1>(1000, 10),
       sycl::reduction(sycl::span<int, 4>(histogram, 4), sycl::plus<>()),
       [=](sycl::nd_item<1> it, auto &h) {
         using element = decltype(h[0]);
         static_assert(
             std::is_same_v<typename element::value_type, int> &&
             element::dimensions == 0 &&
             std::is_same_v<typename element::binary_operation, sycl::plus<>>);
         h[it.get_global_id(0) % 4] += 1;
       })
      .wait();
  for (int i = 0; i < 4; ++i)
    expect("span", get(histogram + i) == 500);

  // Results of any number of groups, and operators without an instruction.
  for (int groups : {1, 2, 15, 16, 17, 29, 31, 225, 226, 1001}) {
    set(sum, 0L);
    set(least, 0);
    q.parallel_for(
         sycl::nd_range<1>(groups * 3, 3), sycl::reduction(sum, sycl::plus<>()),
         [=](sycl::nd_item<1> it, auto &s) { s += it.get_global_id(0); })
        .wait();
    q.parallel_for(
         sycl::nd_range<1>(groups * 3, 3),
         sycl::reduction(least, 0, [](int a, int b) { return a > b ? a : b; }),
         [=](sycl::nd_item<1> it, auto &most) {
           most.combine(int(it.get_global_id(0)));
         })
        .wait();
    const long last = groups * 3 - 1;
    expect("sum of groups", get(sum) == last * (last + 1) / 2);
    expect("greatest of groups", get(least) == last);
  }

  // The form of earlier drafts: accessors of one element, or of none.
  {
    long kept = 5, discarded = 5;
    {
      sycl::buffer<long> first(&kept, 1), second(&discarded, 1);
      q.submit([&](sycl::handler &h) {
        auto a = first.get_access<sycl::access_mode::read_write>(h);
        auto b = second.get_access<sycl::access_mode::discard_write>(h);
        h.parallel_for(sycl::range<1>(n), sycl::reduction(a, sycl::plus<>()),
                       sycl::reduction(b, 0L, sycl::plus<>()),
                       [=](sycl::id<1> i, auto &s, auto &t) {
                         s += data[i];
                         t += data[i];
                       });
      });
    }
    expect("accessor that keeps", kept == want + 5);
    expect("accessor that discards", discarded == want);
  }

  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(data, q);
  sycl::free(sum, q);
  sycl::free(least, q);
  sycl::free(all, q);
  sycl::free(histogram, q);
  return !ok;
}
