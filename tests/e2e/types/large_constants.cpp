// Constants with more members than an instruction of SPIR-V has words for.
// FLAGS: -fconstexpr-steps=100000000
// EXPECT: numbers: right
// EXPECT: pairs: right
// EXPECT: unions: right
// EXPECT: nested: right
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr int count = 70'000;

template <class Element, Element (*element)(int)> struct table {
  Element elements[count];
  constexpr table() : elements() {
    for (int index = 0; index < count; ++index)
      elements[index] = element(index);
  }
};

constexpr uint16_t narrow(int index) { return uint16_t(index); }

struct pair {
  int8_t low;
  int64_t high;
};
constexpr pair pair_of(int index) { return {int8_t(index), index * 3LL}; }

// Neighbours have different members, so that an initial value of the table has
// no array type.
union number {
  int32_t whole;
  float fraction;
  constexpr number() : whole(0) {}
  constexpr number(int value) : whole(value) {}
  constexpr number(float value) : fraction(value) {}
};
constexpr number number_of(int index) {
  return index % 2 ? number(float(index)) : number(index);
}

struct nested {
  char first = 1;
  table<uint16_t, narrow> numbers;
  int32_t last = 7;
};

static constexpr table<uint16_t, narrow> numbers;
static constexpr table<pair, pair_of> pairs;
static constexpr table<number, number_of> unions;
static constexpr nested outer;

template <class Kernel> void check(const char *name, Kernel kernel) {
  sycl::queue queue;
  int found = 0;
  sycl::buffer<int> wrong(&found, 1);
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor out(wrong, handler);
    handler.parallel_for(count, [=](sycl::id<1> index) {
      if (!kernel(int(index)))
        sycl::atomic_ref<int, sycl::memory_order::relaxed,
                         sycl::memory_scope::device>(out[0])
            .fetch_add(1);
    });
  });
  sycl::host_accessor result(wrong);
  std::printf("%s: %s\n", name, result[0] ? "wrong" : "right");
}

int main() {
  check("numbers", [](int i) { return numbers.elements[i] == uint16_t(i); });
  check("pairs", [](int i) {
    return pairs.elements[i].low == int8_t(i) &&
           pairs.elements[i].high == i * 3LL;
  });
  check("unions", [](int i) {
    return i % 2 ? unions.elements[i].fraction == float(i)
                 : unions.elements[i].whole == i;
  });
  check("nested", [](int i) {
    return outer.first == 1 && outer.last == 7 &&
           outer.numbers.elements[i] == uint16_t(i);
  });
}
