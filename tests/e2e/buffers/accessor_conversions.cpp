// Conversions between accessors: to reading, to const elements, of
// placeholders, and what does not convert.
// EXPECT: placeholder 1 1 1, bound 0
// EXPECT: sum 10, of a part 7
// EXPECT: host task 3 4
// EXPECT: local 6
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>

using sycl::access_mode, sycl::target;
using sycl::access::placeholder;
template <class T, int D, access_mode M, target Where = target::device,
          placeholder P = placeholder::false_t>
using device = sycl::accessor<T, D, M, Where, P>;
template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;
template <class From, class To>
constexpr bool constructs = std::is_constructible_v<To, From>;

constexpr auto read = access_mode::read, write = access_mode::write,
               read_write = access_mode::read_write;
constexpr auto host_task = target::host_task;

// From read_write to read, and between the two ways to write "read-only".
static_assert(converts<device<int, 1, read_write>, device<int, 1, read>>);
static_assert(converts<device<int, 1, read_write>, device<const int, 1, read>>);
static_assert(converts<device<int, 1, read>, device<const int, 1, read>>);
static_assert(converts<device<const int, 1, read>, device<int, 1, read>>);
static_assert(converts<device<int, 3, read_write>, device<const int, 3, read>>);
static_assert(converts<device<int, 0, read_write>, device<const int, 0, read>>);
static_assert(converts<device<int, 1, read_write, host_task>,
                       device<const int, 1, read, host_task>>);
static_assert(
    converts<device<int, 1, read_write, target::device, placeholder::true_t>,
             device<int, 1, read>>);
static_assert(
    converts<device<int, 1, read, target::device, placeholder::true_t>,
             device<int, 1, read>>);
static_assert(
    converts<sycl::local_accessor<int, 2>, sycl::local_accessor<const int, 2>>);

// Nothing becomes readable or writable that was not, and nothing else changes.
static_assert(!constructs<device<int, 1, write>, device<int, 1, read>>);
static_assert(!constructs<device<int, 1, write>, device<const int, 1, read>>);
static_assert(!constructs<device<int, 1, write>, device<int, 1, read_write>>);
static_assert(!constructs<device<int, 1, read_write>, device<int, 1, write>>);
static_assert(!constructs<device<int, 1, read>, device<int, 1, read_write>>);
static_assert(!constructs<device<int, 1, read>, device<int, 1, write>>);
static_assert(!constructs<device<int, 1, access_mode::discard_write>,
                          device<int, 1, read>>);
static_assert(!constructs<device<int, 1, read_write>, device<int, 2, read>>);
static_assert(!constructs<device<int, 1, read_write>, device<float, 1, read>>);
static_assert(
    !constructs<device<int, 1, read_write>, device<int, 1, read, host_task>>);
static_assert(
    !constructs<device<int, 1, read_write, host_task>, device<int, 1, read>>);
static_assert(
    !constructs<sycl::local_accessor<const int>, sycl::local_accessor<int>>);
static_assert(!constructs<sycl::local_accessor<int, 1>,
                          sycl::local_accessor<const int, 2>>);
static_assert(
    !constructs<sycl::local_accessor<int>, sycl::local_accessor<const float>>);
static_assert(!constructs<sycl::host_accessor<int, 1, write>,
                          sycl::host_accessor<int, 1, read>>);

using reader = device<const int, 1, read>;

// Binds views of placeholders to a command group.
void add(sycl::queue &q, const reader &whole, const reader &part,
         sycl::buffer<int> &sums) {
  q.submit([&](sycl::handler &h) {
    h.require(whole);
    h.require(part);
    sycl::accessor out(sums, h, sycl::write_only);
    h.single_task([=] {
      out[0] = whole[0] + whole[1] + whole[2] + whole[3];
      out[1] = part[0] + part[1];
    });
  });
}

int main() {
  sycl::queue q;
  int values[4] = {1, 2, 3, 4};
  sycl::buffer<int> buffer(values, 4), sums(2);
  {
    const device<int, 1, read_write> both(buffer),
        part(buffer, sycl::range(2), sycl::id(2));
    const device<int, 1, read> reading = both;
    const reader constant = reading;
    bool bound = true;
    q.submit([&](sycl::handler &h) {
      const device<int, 1, read_write> accessor(buffer, h);
      bound = reader(accessor).is_placeholder();
    });
    std::printf("placeholder %d %d %d, bound %d\n", both.is_placeholder(),
                reading.is_placeholder(), constant.is_placeholder(), bound);
    add(q, constant, part, sums);
    if (part.get_offset()[0] != 2 || reader(part).get_offset()[0] != 2 ||
        reader(part).size() != 2 || !(reader(reading) == constant))
      return 1;
  }
  {
    sycl::host_accessor read_sums(sums, sycl::read_only);
    std::printf("sum %d, of a part %d\n", read_sums[0], read_sums[1]);
  }
  q.submit([&](sycl::handler &h) {
     sycl::accessor accessor(buffer, h, sycl::read_write_host_task);
     const device<const int, 1, read, host_task> view = accessor;
     h.host_task([=] { std::printf("host task %d %d\n", view[2], view[3]); });
   }).wait();
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> local(4, h);
    sycl::accessor out(sums, h, sycl::write_only);
    h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) {
      local[it.get_local_id()] = int(it.get_local_id(0));
      sycl::group_barrier(it.get_group());
      const sycl::local_accessor<const int> view = local;
      if (it.get_local_id(0) == 0)
        out[0] = view[0] + view[1] + view[2] + view[3];
    });
  });
  std::printf("local %d\n", sycl::host_accessor(sums)[0]);
}
