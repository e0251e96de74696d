// Classes that the program declares device copyable, anywhere in a closure:
// their unions and references are copied as bytes, and accessors inside of them
// are arguments.
// EXPECT: members: 1 2 4 5 7 17 10 12
// EXPECT: function object: 30
// EXPECT: wrapped: 103 107
// EXPECT: accessors: 6 10
#include <cstdio>
#include <cstring>
#include <optional>
#include <sycl/sycl.hpp>
#include <tuple>
#include <variant>

// Neither copied nor destroyed trivially.
struct Number {
  union Bits {
    Bits(int value) : whole(value) {}
    Bits(const Bits &other) : whole(other.whole) {}
    ~Bits() {}
    int whole;
    char parts[4];
  } bits;
  Number(int value) : bits(value) {}
  Number(const Number &) = default;
  ~Number() {}
  operator int() const { return bits.whole; }
};
template <> struct sycl::is_device_copyable<Number> : std::true_type {};

class Derived : public Number {
  int m_added;

public:
  Derived(int value, int added) : Number(value), m_added(added) {}
  int sum() const { return *this + m_added; }
};
template <> struct sycl::is_device_copyable<Derived> : std::true_type {};

struct Aggregate {
  int before;
  Number number;
};
// A function object is trusted as a whole, its base included.
struct Base {
  Number::Bits bits;
};
struct Function : private Base {
  const int &unused;
  int *out;
  Function(const int &value, int *out) : Base{value}, unused(value), out(out) {}
  Function(const Function &) = default;
  ~Function() {}
  void operator()() const { *out = bits.whole; }
};
template <> struct sycl::is_device_copyable<Function> : std::true_type {};

// Keeps a function object in a union, as frameworks do.
template <class F> class Wrapped {
  union Memory {
    Memory(const F &f) { std::memcpy(static_cast<void *>(this), &f, sizeof f); }
    Memory(const Memory &other) {
      std::memcpy(static_cast<void *>(this), &other, sizeof other);
    }
    ~Memory() {}
    F f;
  } m_memory;

public:
  Wrapped(const F &f) : m_memory(f) {}
  const F &get() const { return m_memory.f; }
};
template <class F>
struct sycl::is_device_copyable<Wrapped<F>> : std::true_type {};

static_assert(sycl::is_device_copyable_v<const Number> &&
              sycl::is_device_copyable_v<volatile Number> &&
              sycl::is_device_copyable_v<const volatile Number[2]> &&
              sycl::is_device_copyable_v<std::tuple<int, const Number>> &&
              sycl::is_device_copyable_v<std::variant<int, Number>> &&
              !sycl::is_device_copyable_v<Aggregate>);

void members(sycl::queue &q, int *out) {
  const Number array[2] = {1, 2}, constant = 10;
  const std::tuple tuple(3, Number(4));
  const std::pair pair(Number(5), 6);
  const std::optional<Number> optional(7);
  const Derived derived(8, 9);
  const std::variant<char, Number> variant(Number(12));
  q.single_task([=] {
    out[0] = array[0];
    out[1] = array[1];
    out[2] = std::get<1>(tuple);
    out[3] = pair.first;
    out[4] = *optional;
    out[5] = derived.sum();
    out[6] = constant;
    if (const auto *number = std::get_if<Number>(&variant))
      out[7] = *number;
  });
}

void wrapped(sycl::queue &q, int *out) {
  const auto add = [out, number = Number(100)](int i) { out[i] = i + number; };
  const Wrapped wrapped(add);
  q.parallel_for(8, [=](sycl::id<1> i) { wrapped.get()(int(i)); });
}

void accessors(sycl::queue &q, sycl::buffer<int> &sums) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor global(sums, h, sycl::write_only);
    sycl::local_accessor<int> local(4, h);
    const auto body = [=, factor = Number(2)](sycl::nd_item<1> it) {
      local[it.get_local_id()] = int(it.get_global_id()) * factor;
      sycl::group_barrier(it.get_group());
      if (it.get_local_id(0) == 0)
        global[it.get_group(0)] = local[3] + int(it.get_group(0)) * -4;
    };
    const Wrapped wrapped(body);
    h.parallel_for(sycl::nd_range<1>(8, 4),
                   [=](sycl::nd_item<1> it) { wrapped.get()(it); });
  });
}

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *device = sycl::malloc_device<int>(8, q), host[8];
  members(q, device);
  q.copy(device, host, 8).wait();
  std::printf("members: %d %d %d %d %d %d %d %d\n", host[0], host[1], host[2],
              host[3], host[4], host[5], host[6], host[7]);
  q.single_task(Function(30, device));
  q.copy(device, host, 1).wait();
  std::printf("function object: %d\n", host[0]);
  wrapped(q, device);
  q.copy(device, host, 8).wait();
  std::printf("wrapped: %d %d\n", host[3], host[7]);
  sycl::buffer<int> sums(2);
  accessors(q, sums);
  sycl::host_accessor read(sums, sycl::read_only);
  std::printf("accessors: %d %d\n", read[0], read[1]);
  sycl::free(device, q);
}
