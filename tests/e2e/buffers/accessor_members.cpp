// The common members of the three kinds of accessors: member types, swap,
// properties, hashes; and the additions of SYCL 1.2.1's targets.
// EXPECT: swapped 2 1
// EXPECT: properties 1 0 1 0 0
// EXPECT: get_property refused
// EXPECT: hashes 1 1 1
// EXPECT: local 1 0
// EXPECT: kernel 4 3 2 1
// EXPECT: placeholders 0 0 1
// EXPECT: reading view 4
// EXPECT: single_task with local memory: refused
// EXPECT: range with local memory: refused
#include <cstdio>
#include <functional>
#include <sycl/sycl.hpp>
#include <utility>

template <class A, class Expected> constexpr bool has_types() {
  return std::is_same_v<typename A::value_type, Expected> &&
         std::is_same_v<typename A::reference, Expected &> &&
         std::is_same_v<typename A::const_reference, const int &> &&
         std::is_same_v<decltype(std::declval<A>().rbegin()),
                        typename A::reverse_iterator> &&
         std::is_same_v<decltype(std::declval<A>().crend()),
                        typename A::const_reverse_iterator>;
}
using sycl::access_mode;
static_assert(has_types<sycl::accessor<int, 2>, int>());
static_assert(
    has_types<sycl::accessor<int, 0, access_mode::read>, const int>());
static_assert(has_types<sycl::host_accessor<int, 3>, int>());
static_assert(has_types<sycl::local_accessor<int, 1>, int>());
static_assert(has_types<sycl::local_accessor<const int, 1>, const int>());
static_assert(std::is_same_v<
              sycl::accessor<int>::accessor_ptr<sycl::access::decorated::no>,
              sycl::multi_ptr<int, sycl::access::address_space::global_space,
                              sycl::access::decorated::no>>);
static_assert(
    std::is_same_v<
        sycl::local_accessor<int>::accessor_ptr<sycl::access::decorated::yes>,
        sycl::multi_ptr<int, sycl::access::address_space::local_space,
                        sycl::access::decorated::yes>>);

int main() {
  sycl::queue q;
  sycl::buffer<int> a(4), b(4), c(4);
  {
    sycl::host_accessor x(a), y(b);
    x[0] = 1;
    y[0] = 2;
    x.swap(y);
    std::printf("swapped %d %d\n", x[0], y[0]);
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor blank(a, h, sycl::write_only, sycl::no_init);
    sycl::accessor full(b, h);
    sycl::local_accessor<int> local(4, h);
    sycl::host_accessor host(c, sycl::write_only, sycl::no_init);
    std::printf("properties %d %d %d %d %d\n",
                blank.has_property<sycl::property::no_init>(),
                full.has_property<sycl::property::no_init>(),
                host.has_property<sycl::property::no_init>(),
                local.has_property<sycl::property::no_init>(),
                sycl::accessor<int>().has_property<sycl::property::no_init>());
    try {
      full.get_property<sycl::property::no_init>();
    } catch (const sycl::exception &e) {
      std::printf("get_property %s\n",
                  e.code() == sycl::errc::invalid ? "refused" : "?");
    }
  });
  {
    using host_buffer =
        sycl::accessor<int, 1, access_mode::read, sycl::target::host_buffer>;
    host_buffer x(a), y = x;
    bool same = std::hash<host_buffer>()(x) == std::hash<host_buffer>()(y);
    q.submit([&](sycl::handler &h) {
      using local =
          sycl::accessor<int, 1, access_mode::read_write, sycl::target::local>;
      local l(4, h), m = l;
      sycl::accessor of_a(a, h), of_b(b, h);
      std::hash<decltype(of_a)> hash;
      std::printf("hashes %d %d %d\n", same,
                  std::hash<local>()(l) == std::hash<local>()(m),
                  hash(of_a) == hash(sycl::accessor(of_a)) &&
                      hash(of_a) != hash(of_b));
      std::printf("local %d %d\n", l == m, l == local(4, h));
    });
  }
  {
    sycl::host_accessor x(a);
    for (int i = 0; i < 4; ++i)
      x[i] = i + 1;
  }
  q.submit([&](sycl::handler &h) {
    auto in = a.get_access<access_mode::read, sycl::target::constant_buffer>(h);
    sycl::accessor out(b, h), scratch(c, h);
    h.single_task([=] {
      sycl::constant_ptr<int> first = in.get_pointer();
      auto target = scratch, other = out;
      target.swap(other);
      int i = 0;
      for (auto it = in.rbegin(); it != in.rend(); ++it)
        target[i++] = *it - (first.get() != &in[0]);
    });
  });
  {
    sycl::accessor<int, 1, access_mode::read, sycl::target::host_buffer> result(
        b);
    std::printf("kernel %d %d %d %d\n", result[0], result[1], result[2],
                result[3]);
    bool bound = true;
    q.submit([&](sycl::handler &h) {
      bound = sycl::accessor(c, h).is_placeholder();
    });
    std::printf("placeholders %d %d %d\n", result.is_placeholder(), bound,
                sycl::accessor(c).is_placeholder());
  }
  {
    sycl::host_accessor<int> both(b);
    sycl::host_accessor<const int, 1, access_mode::read> reading = both;
    sycl::host_accessor<int, 1, access_mode::read> plain = reading;
    std::printf("reading view %d\n", plain[0]);
  }

  // Local memory is of work-groups, also where it is not used.
  for (const char *form : {"single_task", "range"}) {
    try {
      q.submit([&](sycl::handler &h) {
        sycl::local_accessor<int> local(4, h);
        sycl::accessor out(b, h);
        if (form[0] == 's')
          h.single_task([=] { out[0] = local.empty(); });
        else
          h.parallel_for(sycl::range<1>(4),
                         [=](sycl::id<1> i) { out[i] = local[i]; });
      });
    } catch (const sycl::exception &e) {
      std::printf("%s with local memory: %s\n", form,
                  e.code() == sycl::errc::kernel_argument ? "refused" : "?");
    }
  }
}
