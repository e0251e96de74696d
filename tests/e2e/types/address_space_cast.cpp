// Casts of generic pointers: null unless they point into the space. Private
// variables on the stack and across barriers, arrays of the kernel's arguments,
// local memory of an accessor and of the group, buffers, USM and constants,
// each cast to each space, in functions and under conditions.
// UNSUPPORTED: opencl:* (in OpenCL C, too, to_local of a private pointer is not null)
// STEP: $CXX -fsycl -O2 -std=c++17 $SRC -o optimized
// STEP: $CXX -fsycl -O0 -std=c++17 $SRC -o plain
// RUN: ./optimized
// RUN: ./plain
// EXPECT: PASS
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>

namespace syclex = sycl::ext::oneapi::experimental;
using sycl::access::address_space;
using sycl::access::decorated;
using generic =
    sycl::multi_ptr<int, address_space::generic_space, decorated::yes>;
template <address_space S> using named = sycl::multi_ptr<int, S, decorated::no>;

constexpr size_t groups = 3, size = 40;

static_assert(
    std::is_same_v<decltype(syclex::dynamic_address_cast<syclex::local_space>(
                       std::declval<int *>())),
                   named<syclex::local_space>>);
static_assert(
    std::is_same_v<
        decltype(sycl::khr::dynamic_addrspace_cast<sycl::addrspace_global>(
            std::declval<generic>())),
        sycl::multi_ptr<int, sycl::addrspace_global, decorated::yes>>);

// Bit 0 for each way to ask, if the pointer leads into S.
template <address_space S> unsigned ask(int *p) {
  unsigned answers = 0;
  answers |= (sycl::address_space_cast<S, decorated::no>(p).get() == p) << 0;
  answers |= (named<S>(generic(p)).get() == p) << 1;
  answers |= (syclex::dynamic_address_cast<S>(p).get_raw() == p) << 2;
  answers |= (sycl::khr::dynamic_addrspace_cast<S>(generic(p)).get_raw() == p)
             << 3;
  // A pointer that does not point into the space becomes null.
  answers |= (sycl::address_space_cast<S, decorated::yes>(
                  static_cast<const int *>(p)) == nullptr)
             << 4;
  return answers;
}

enum : unsigned { in = 0x0f, out = 0x10 };
enum place : unsigned { privat = 1, local = 2, global = 4 };

// The spaces that a pointer leads into: 8 for answers that contradict.
[[gnu::noinline]] unsigned spaces(int *p) {
  unsigned found = 0;
  auto add = [&](unsigned answers, unsigned space) {
    found |= answers == in ? space : answers == out ? 0 : 8;
  };
  add(ask<address_space::private_space>(p), privat);
  add(ask<address_space::local_space>(p), local);
  add(ask<address_space::global_space>(p), global);
  if (syclex::dynamic_address_cast<syclex::generic_space>(p).get_raw() != p)
    found |= 8;
  return found;
}

// A function that does the right thing for each space.
[[gnu::noinline]] int times(int *p) {
  if (auto q = sycl::address_space_cast<address_space::local_space>(p))
    return *q * 2;
  if (auto q = sycl::address_space_cast<address_space::private_space>(p))
    return *q * 3;
  if (auto q = sycl::address_space_cast<address_space::global_space>(p))
    return *q * 5;
  return 0;
}

struct sums {
  int values[4];
};
constexpr int table[] = {1, 2, 3, 4, 5, 6, 7, 8};

int main() {
  sycl::queue q;
  sycl::buffer<unsigned, 2> results{sycl::range(groups * size, 12)};
  sycl::buffer<int> data{groups * size};
  int *device = sycl::malloc_device<int>(groups * size, q);
  q.fill(device, 7, groups * size).wait();
  sums captured{{1, 2, 3, 4}};

  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only, sycl::no_init);
    sycl::accessor ints(data, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int> first(size, h), second(1, h);
    h.parallel_for(
        sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> it) {
          size_t g = it.get_global_id(0), l = it.get_local_id(0);
          auto r = [&](int n) -> unsigned & { return out[g][n]; };
          ints[g] = static_cast<int>(g);
          first[l] = static_cast<int>(l);
          if (l == 0)
            second[0] = 11;
          int *own =
              &sycl::ext::oneapi::group_local_memory_for_overwrite<int[size]>(
                  it.get_group())[0][l];
          *own = 13;
          int variable = static_cast<int>(g) + 17, array[9] = {};
          array[l % 9] = static_cast<int>(l);
          sycl::group_barrier(it.get_group());

          r(0) = spaces(&variable);
          r(1) = spaces(&array[l % 9]);
          r(2) = spaces(const_cast<int *>(&captured.values[g % 4]));
          r(3) = spaces(&first[l]);
          r(4) = spaces(&second[0]);
          r(5) = spaces(own);
          r(6) = spaces(&ints[g]);
          r(7) = spaces(device + g);
          r(8) = spaces(const_cast<int *>(&table[l % 8]));
          // Work-items of a group differ.
          int *some = l % 3 == 0   ? &first[l]
                      : l % 3 == 1 ? &variable
                                   : &ints[g];
          r(9) = spaces(some);
          r(10) = static_cast<unsigned>(times(some));
          sycl::group_barrier(it.get_group());
          // Behind the barrier, as before it.
          r(11) = spaces(&variable) | spaces(&array[0]);
          array[0] += variable;
          ints[g] = array[0];
        });
  });

  const unsigned expected[] = {privat, privat, privat, local, local,
                               local,  global, global, global};
  int failures = 0;
  {
    sycl::host_accessor all(results, sycl::read_only);
    for (size_t g = 0; g < groups * size; ++g) {
      size_t l = g % size;
      for (size_t n = 0; n < 9; ++n)
        failures += all[g][n] != expected[n];
      const unsigned some[] = {local, privat, global};
      const size_t value[] = {2 * l, 3 * (g + 17), 5 * g};
      failures += all[g][9] != some[l % 3];
      failures += all[g][10] != value[l % 3];
      failures += all[g][11] != privat;
      if (failures)
        return std::printf("item %zu: %u %u %u, %u %u %u, %u %u %u, %u %u %u\n",
                           g, all[g][0], all[g][1], all[g][2], all[g][3],
                           all[g][4], all[g][5], all[g][6], all[g][7],
                           all[g][8], all[g][9], all[g][10], all[g][11]),
               1;
    }
  }

  // A plain range, and one task: no local memory.
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only);
    h.parallel_for(groups * size, [=](sycl::id<1> id) {
      size_t i = id;
      int variable = static_cast<int>(i);
      out[i][0] = spaces(&variable);
      out[i][1] = spaces(device + i);
      out[i][2] = static_cast<unsigned>(times(i % 2 ? &variable : device + i));
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only);
    h.single_task([=] {
      int variable = 3;
      out[0][3] = spaces(&variable);
      out[0][4] = spaces(device);
      out[0][5] = spaces(nullptr) & 8 ? 0 : 1;
    });
  });
  sycl::host_accessor all(results, sycl::read_only);
  for (size_t i = 0; i < groups * size; ++i)
    failures += all[i][0] != privat || all[i][1] != global ||
                all[i][2] != (i % 2 ? 3 * i : 35);
  failures += all[0][3] != privat || all[0][4] != global || all[0][5] != 0;
  sycl::free(device, q);
  std::puts(failures ? "FAIL" : "PASS");
}
