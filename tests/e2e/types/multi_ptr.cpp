// multi_ptr: spaces and decorations, casts, arithmetic, comparisons, deduction
// from accessors.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>

using sycl::access::address_space;
using sycl::access::decorated;
template <class T, address_space S, decorated D = decorated::no>
using ptr = sycl::multi_ptr<T, S, D>;
constexpr auto global = address_space::global_space,
               local = address_space::local_space,
               generic = address_space::generic_space,
               privat = address_space::private_space,
               constant = address_space::constant_space;

// Implicit conversions, and conversions that need a cast.
template <class From, class To>
constexpr bool implicit = std::is_convertible_v<From, To>;
template <class From, class To>
constexpr bool casts = std::is_constructible_v<To, From>;
static_assert(implicit<ptr<int, global>, ptr<int, global, decorated::yes>> &&
              implicit<ptr<int, global, decorated::yes>, ptr<int, global>>);
static_assert(
    implicit<ptr<int, global>, ptr<const int, global>> &&
    implicit<ptr<int, local>, ptr<const void, local, decorated::yes>>);
static_assert(implicit<ptr<int, local>, ptr<int, generic>> &&
              !implicit<ptr<int, generic>, ptr<int, local>>);
static_assert(casts<ptr<int, generic>, ptr<int, privat, decorated::yes>> &&
              casts<ptr<int, generic>, ptr<const int, global>>);
static_assert(
    casts<ptr<void, global>, ptr<int, global>> &&
    casts<ptr<const void, global>, ptr<const int, global, decorated::yes>>);
static_assert(
    !implicit<ptr<void, global>, ptr<int, global>> &&
    !implicit<ptr<int, constant, decorated::legacy>, ptr<int, generic>>);
static_assert(implicit<int *, sycl::global_ptr<int>> &&
              !implicit<int *, ptr<int, global>> &&
              casts<int *, ptr<int, global, decorated::yes>>);
static_assert(
    std::is_same_v<
        sycl::remove_decoration_t<ptr<float, global, decorated::yes>::pointer>,
        float *>);
static_assert(sycl::addrspace_global == global &&
              sycl::addrspace_generic == generic);
static_assert(ptr<int, local, decorated::yes>::is_decorated &&
              !ptr<int, local>::is_decorated &&
              ptr<int, local>::address_space == local);

// Accessors become pointers into their own kind of memory, to their elements.
using device_accessor = sycl::accessor<int>;
using reader = sycl::accessor<int, 1, sycl::access_mode::read>;
using group_accessor = sycl::local_accessor<int, 1>;
static_assert(implicit<device_accessor, ptr<int, global>> &&
              implicit<device_accessor, ptr<int, generic>> &&
              implicit<device_accessor, ptr<const int, global>> &&
              implicit<device_accessor, ptr<void, global>>);
static_assert(!casts<device_accessor, ptr<int, local>> &&
              !casts<device_accessor, ptr<int, privat>> &&
              !casts<device_accessor, ptr<float, global>>);
static_assert(!casts<reader, ptr<int, global>> &&
              implicit<reader, ptr<const int, global>>);
static_assert(implicit<group_accessor, ptr<int, local>> &&
              implicit<group_accessor, ptr<int, generic>> &&
              !casts<group_accessor, ptr<int, global>>);

// Pointers to void have no elements and no references to them; only global
// memory is prefetched.
template <class P, class = void> constexpr bool has_reference = false;
template <class P>
constexpr bool has_reference<P, std::void_t<typename P::reference>> = true;
static_assert(std::is_same_v<ptr<const int, local>::reference, const int &> &&
              !has_reference<ptr<void, local>> &&
              !has_reference<ptr<const void, global, decorated::legacy>>);
template <class P, class = void> constexpr bool has_elements = false;
template <class P>
constexpr bool has_elements<
    P, std::void_t<decltype(*std::declval<P>()), decltype(std::declval<P>()[0]),
                   decltype(++std::declval<P &>()),
                   decltype(std::declval<P &>() += 1)>> = true;
template <class P, class = void> constexpr bool has_prefetch = false;
template <class P>
constexpr bool
    has_prefetch<P, std::void_t<decltype(std::declval<P>().prefetch(1))>> =
        true;
static_assert(has_elements<ptr<int, global>> &&
              has_elements<ptr<const int, local, decorated::legacy>> &&
              !has_elements<ptr<void, global>> &&
              !has_elements<ptr<const void, generic, decorated::yes>>);
static_assert(has_prefetch<ptr<int, global>> &&
              !has_prefetch<ptr<int, local>> &&
              !has_prefetch<ptr<int, privat>> &&
              !has_prefetch<ptr<void, global>>);

struct pair {
  int first, second;
};

int main() {
  constexpr size_t n = 16;
  sycl::queue q;
  sycl::buffer<int> results{n};
  sycl::buffer<pair> pairs{n};
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only, sycl::no_init);
    sycl::accessor both(pairs, h, sycl::read_write);
    sycl::accessor in(pairs, h, sycl::read_only);
    sycl::local_accessor<int> shared(n, h);
    h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
      int i = static_cast<int>(it.get_local_id(0));
      sycl::multi_ptr g(both);
      sycl::multi_ptr s(shared);
      sycl::multi_ptr r(in);
      static_assert(std::is_same_v<decltype(g), ptr<pair, global>> &&
                    std::is_same_v<decltype(r), ptr<const pair, global>>);
      static_assert(std::is_same_v<decltype(s), ptr<int, local>>, "deduced");
      g[i] = {i, 2 * i};
      (g + i)->second += (*(g + i)).first;
      s[i] = 100 * i;
      sycl::group_barrier(it.get_group());

      ptr<int, generic> any =
          i % 2 ? ptr<int, generic>(s)
                : ptr<int, generic>(ptr<int, global>(&both[0].first));
      int sum = any[0];
      ptr<int, local, decorated::yes> narrow(ptr<int, generic>(s + 1));
      ptr<void, local> untyped = narrow;
      sum += *ptr<int, local>(untyped);
      int mine = 7;
      auto p = sycl::address_space_cast<privat, decorated::no>(&mine);
      ++*p;
      sum += *static_cast<ptr<const int, privat>>(p).get_raw();

      auto first = s, last = s + n;
      bool right = last - first == n && first < last && last > first &&
                   first <= last && !(first >= last) && first != last;
      right = right && first++ == s && --first == s && (first += 3) - s == 3 &&
              (first -= 3) == s;
      ptr<int, global> null, also = nullptr;
      right = right && null == nullptr && nullptr == also && s != nullptr &&
              s > nullptr && null <= nullptr && !(nullptr < null);
      null = ptr<int, global>(&both[0].first);
      null.prefetch(1);
      right = right && null != nullptr && null.get() == null.get_raw() &&
              null.get_decorated() == &both[0].first;
      out[i] = right ? sum + g[i].second + r[0].first : -1;
    });
  });
  sycl::host_accessor out(results, sycl::read_only);
  for (size_t i = 0; i < n; ++i)
    if (out[i] != static_cast<int>(108 + 3 * i))
      return std::printf("%zu: %d\n", i, out[i]), 1;
  std::puts("PASS");
}
