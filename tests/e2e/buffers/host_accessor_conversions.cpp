// Conversions between host accessors: to reading, to const elements, of no
// dimensions, and what does not convert.
// EXPECT: read_write to read: 3 4
// EXPECT: T to const T: 3 4
// EXPECT: const T to T: 3 4
// EXPECT: part of a buffer: 7
// EXPECT: no dimensions: 7 8
// EXPECT: the converted accessor holds the buffer: 9
#include <cstdio>
#include <optional>
#include <sycl/sycl.hpp>
#include <type_traits>

using sycl::access_mode;
template <class T, int D, access_mode M>
using host = sycl::host_accessor<T, D, M>;
template <class From, class To>
constexpr bool converts = std::is_convertible_v<From, To>;

constexpr auto read = access_mode::read, write = access_mode::write,
               read_write = access_mode::read_write;

static_assert(converts<host<int, 1, read_write>, host<int, 1, read>>);
static_assert(converts<host<int, 1, read_write>, host<const int, 1, read>>);
static_assert(converts<host<int, 1, read>, host<const int, 1, read>>);
static_assert(converts<host<const int, 1, read>, host<int, 1, read>>);
static_assert(converts<host<int, 3, read_write>, host<const int, 3, read>>);
static_assert(converts<host<int, 0, read_write>, host<const int, 0, read>>);

// Nothing becomes writable or readable that was not, or something else.
static_assert(!converts<host<int, 1, read>, host<int, 1, read_write>>);
static_assert(!converts<host<int, 1, read>, host<int, 1, write>>);
static_assert(!converts<host<int, 1, write>, host<int, 1, read>>);
static_assert(!converts<host<int, 1, write>, host<int, 1, read_write>>);
static_assert(!converts<host<int, 1, read_write>, host<int, 1, write>>);
static_assert(!converts<host<int, 1, read_write>, host<int, 2, read>>);
static_assert(!converts<host<int, 1, read_write>, host<float, 1, read>>);

// The type of an element tells what may be done with it.
static_assert(std::is_same_v<host<int, 1, read_write>::reference, int &>);
static_assert(std::is_same_v<host<int, 1, read>::reference, const int &>);
static_assert(std::is_same_v<host<const int, 1, read>::reference, const int &>);
static_assert(std::is_same_v<host<int, 1, read>::value_type, const int>);

void print(const char *what, host<const int, 1, read> a) {
  std::printf("%s: %d %d\n", what, a[0], a[1]);
}

int main() {
  int values[6] = {3, 4, 5, 6, 7, 8};
  sycl::buffer<int> buffer(values, 6);
  {
    sycl::host_accessor both(buffer);
    host<int, 1, read> reading = both;
    std::printf("read_write to read: %d %d\n", reading[0], reading[1]);
    print("T to const T", both);
    host<const int, 1, read> constant(reading);
    host<int, 1, read> back = constant;
    std::printf("const T to T: %d %d\n", back[0], back[1]);
    both[1] = 40;
    if (reading[1] != 40 || back[1] != 40 || !(back == reading))
      return 1;
    both[1] = 4;
  }
  {
    sycl::host_accessor part(buffer, sycl::range(2), sycl::id(4));
    host<const int, 1, read> reading = part;
    std::printf("part of a buffer: %d\n", reading[0]);
    if (reading.get_offset()[0] != 4 || reading.size() != 2 ||
        *reading.begin() != 7)
      return 1;
  }
  {
    int one = 7;
    sycl::buffer<int> single(&one, 1);
    host<int, 0, read_write> scalar(single);
    host<const int, 0, read> reading = scalar;
    const int before = reading;
    scalar = 8;
    const int &now = reading;
    std::printf("no dimensions: %d %d\n", before, now);
  }
  // A kernel waits for the last of the accessors, whatever its type.
  std::optional<host<int, 1, read_write>> original(buffer);
  std::optional<host<const int, 1, read>> converted(*original);
  sycl::queue q;
  sycl::event kernel = q.submit([&](sycl::handler &h) {
    sycl::accessor a(buffer, h, sycl::read_write);
    h.single_task([=] { a[5] += 1; });
  });
  original.reset();
  using status = sycl::info::event_command_status;
  const bool waits =
      kernel.get_info<sycl::info::event::command_execution_status>() !=
          status::complete &&
      (*converted)[5] == 8;
  converted.reset();
  kernel.wait();
  std::printf("the converted accessor holds the buffer: %d\n",
              waits ? sycl::host_accessor(buffer, sycl::read_only)[5] : -1);
}
