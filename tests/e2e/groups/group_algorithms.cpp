// Group functions and algorithms, over work-groups and sub-groups.
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: bad 0
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

struct pair3 {
  float a;
  int b;
  char c;
};
template <int D, class F>
int check(sycl::queue &q, sycl::nd_range<D> nd, int nres, F f) {
  std::vector<int> r(nres, -1);
  {
    sycl::buffer results(r);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(results, h);
      h.parallel_for(nd, [=](sycl::nd_item<D> it) {
        const int lid = int(it.get_local_linear_id());
        f(it, &a[0], lid);
      });
    });
  }
  int bad = 0;
  for (int i = 0; i < nres; ++i)
    if (r[i] != 1) {
      bad++;
      if (bad < 4)
        printf("bad at %d (%d)\n", i, r[i]);
    }
  return bad;
}
int main() {
  sycl::queue q;
  int bad = 0;
  constexpr int L = 32;
  sycl::nd_range<1> nd(L, L);
  bad += check(q, nd, L, [](auto it, int *r, int l) {
    auto g = it.get_group();
    bool ok = sycl::reduce_over_group(g, l, sycl::plus<>()) == L * (L - 1) / 2;
    ok &= sycl::reduce_over_group(g, float(l), 3.f, sycl::plus<float>()) ==
          L * (L - 1) / 2 + 3;
    ok &= sycl::reduce_over_group(g, (signed char)(l - 5), sycl::minimum<>()) ==
          -5;
    ok &= sycl::reduce_over_group(g, (unsigned short)(l + 5),
                                  sycl::maximum<>()) == 36;
    ok &= sycl::reduce_over_group(g, double(l), sycl::maximum<double>()) == 31;
    ok &= sycl::reduce_over_group(g, 1u << l, sycl::bit_or<>()) == ~0u;
    ok &= sycl::reduce_over_group(g, 1u << l, sycl::bit_xor<>()) == ~0u;
    ok &= sycl::reduce_over_group(g, ~(1u << l), sycl::bit_and<>()) == 0;
    ok &= sycl::reduce_over_group(g, (long)(l % 4 == 0 ? 2 : 1),
                                  sycl::multiplies<>()) == 256;
    ok &= sycl::reduce_over_group(g, l != 3, sycl::logical_and<>()) == false;
    ok &= sycl::reduce_over_group(g, l == 3, sycl::logical_or<bool>()) == true;
    ok &= sycl::reduce_over_group(g, sycl::half(1), sycl::plus<>()) ==
          sycl::half(32);
    auto v = sycl::reduce_over_group(g, sycl::int2(l, 1), sycl::plus<>());
    ok &= v[0] == 496 && v[1] == 32;
    ok &= sycl::inclusive_scan_over_group(g, l, sycl::plus<>()) ==
          l * (l + 1) / 2;
    ok &= sycl::exclusive_scan_over_group(g, l, sycl::plus<>()) ==
          l * (l - 1) / 2;
    ok &= sycl::exclusive_scan_over_group(g, l, 7, sycl::plus<>()) ==
          l * (l - 1) / 2 + 7;
    ok &= sycl::inclusive_scan_over_group(g, l, sycl::plus<>(), 7) ==
          l * (l + 1) / 2 + 7;
    ok &= sycl::exclusive_scan_over_group(g, float(l + 1), sycl::maximum<>()) ==
          (l == 0 ? -__builtin_inff() : float(l));
    ok &=
        sycl::group_broadcast(g, l, 5) == 5 && sycl::group_broadcast(g, l) == 0;
    pair3 p{float(l), l, char(l)};
    p = sycl::group_broadcast(g, p, 9);
    ok &= p.a == 9 && p.b == 9 && p.c == 9;
    ok &= sycl::any_of_group(g, l == 7) && !sycl::all_of_group(g, l == 7) &&
          !sycl::none_of_group(g, l == 7);
    ok &= sycl::any_of_group(g, l, [](int x) { return x == 7; });
    auto sg = it.get_sub_group();
    const int n = sg.get_local_range()[0],
              first = l - int(sg.get_local_id()[0]);
    ok &= sycl::reduce_over_group(sg, l, sycl::plus<>()) ==
          n * (2 * first + n - 1) / 2;
    ok &= sycl::permute_group_by_xor(sg, p, 0).b == 9;
    ok &= sycl::select_from_group(sg, l, 0) == sycl::group_broadcast(sg, l);
    r[l] = ok;
  });
  sycl::nd_range<3> nd3({2, 3, 5}, {2, 3, 5});
  bad += check(q, nd3, 30, [](auto it, int *r, int l) {
    auto g = it.get_group();
    bool ok = sycl::group_broadcast(g, l, 17) == 17;
    ok &= sycl::group_broadcast(g, l, sycl::id<3>(1, 2, 3)) == 15 + 10 + 3;
    ok &= sycl::inclusive_scan_over_group(g, l, sycl::plus<>()) ==
          l * (l + 1) / 2;
    r[l] = ok;
  });
  sycl::nd_range<2> nd2({3, 5}, {3, 5});
  bad += check(q, nd2, 15, [](auto it, int *r, int l) {
    auto g = it.get_group();
    r[l] = sycl::group_broadcast(g, l, sycl::id<2>(1, 2)) == 7;
  });
  std::vector<int> input(1000);
  for (int i = 0; i < 1000; ++i)
    input[i] = i % 7;
  sycl::buffer<int> a_buffer(input), b_buffer(1000), c_buffer(1000), right(L);
  q.submit([&](sycl::handler &h) {
    sycl::accessor from(a_buffer, h, sycl::read_only);
    sycl::accessor inclusive(b_buffer, h, sycl::write_only, sycl::no_init);
    sycl::accessor exclusive(c_buffer, h, sycl::write_only, sycl::no_init);
    sycl::accessor r(right, h, sycl::write_only, sycl::no_init);
    h.parallel_for(nd, [=](sycl::nd_item<1> it) {
      auto g = it.get_group();
      const int *a = &from[0];
      int *b = &inclusive[0], *c = &exclusive[0];
      bool ok =
          sycl::joint_any_of(g, a, a + 1000, [](int x) { return x == 6; });
      ok &= !sycl::joint_all_of(g, a, a + 1000, [](int x) { return x == 6; });
      ok &= sycl::joint_none_of(g, a, a + 1000, [](int x) { return x == 8; });
      ok &= sycl::joint_reduce(g, a, a + 1000, sycl::plus<>()) ==
            sycl::joint_reduce(g, a, a + 1000, 1, sycl::plus<>()) - 1;
      ok &= sycl::joint_reduce(g, a, a + 3, 100, sycl::minimum<>()) == 0;
      ok &= sycl::joint_inclusive_scan(g, a, a + 1000, b, sycl::plus<>()) ==
            b + 1000;
      sycl::joint_exclusive_scan(g, a, a + 1000, c, 10, sycl::plus<int>());
      r[it.get_local_id(0)] = ok;
    });
  });
  for (int r : sycl::host_accessor(right, sycl::read_only))
    bad += r != 1;
  sycl::host_accessor b(b_buffer, sycl::read_only),
      c(c_buffer, sycl::read_only);
  int s = 0;
  for (int i = 0; i < 1000; ++i) {
    if (c[i] != s + 10) {
      bad++;
    }
    s += input[i];
    if (b[i] != s)
      bad++;
  }
  printf("bad %d\n", bad);
  return bad != 0;
}
