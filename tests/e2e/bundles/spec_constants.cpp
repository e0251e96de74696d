// Specialization constants of scalar, vector, array and structure types: the
// defaults, values that a command group sets, and two command groups after
// each other with different values.
// EXPECT: defaults 7 2.5 1 -3 30 c
// EXPECT: changed 8 2.5 0 4 60 z
// EXPECT: defaults 7 2.5 1 -3 30 c
// EXPECT: host 7 9
#include <array>
#include <cstdio>
#include <sycl/sycl.hpp>

struct settings {
  char letter;
  int number;
  std::array<int, 3> list;
  constexpr settings(char l, int n, int a)
      : letter(l), number(n), list{a, 2 * a, 3 * a} {}
};

constexpr sycl::specialization_id<int> count(7);
static constexpr sycl::specialization_id<float> factor(2.5f);
inline constexpr sycl::specialization_id<bool> enabled(true);
struct holder {
  static constexpr sycl::specialization_id<settings> all{'c', -3, 5};
};

struct results {
  int count;
  float factor;
  bool enabled;
  int number, sum;
  char letter;
};

template <class Set> void run(sycl::queue &q, const char *title, Set set) {
  results *out = sycl::malloc_device<results>(1, q);
  q.submit([&](sycl::handler &h) {
     set(h);
     h.single_task([=](sycl::kernel_handler k) {
       out->count = k.get_specialization_constant<count>();
       out->factor = k.get_specialization_constant<factor>();
       out->enabled = k.get_specialization_constant<enabled>();
       settings s = k.get_specialization_constant<holder::all>();
       out->number = s.number;
       out->letter = s.letter;
       out->sum = 0;
       for (int i = 0; i < 3; ++i)
         out->sum += s.list[i];
     });
   }).wait();
  results host;
  q.copy(out, &host, 1).wait();
  std::printf("%s %d %g %d %d %d %c\n", title, host.count, host.factor,
              host.enabled, host.number, host.sum, host.letter);
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  run(q, "defaults", [](sycl::handler &) {});
  run(q, "changed", [](sycl::handler &h) {
    h.set_specialization_constant<count>(8);
    h.set_specialization_constant<enabled>(false);
    h.set_specialization_constant<holder::all>(settings('z', 4, 10));
  });
  run(q, "defaults", [](sycl::handler &) {});
  q.submit([&](sycl::handler &h) {
    int before = h.get_specialization_constant<count>();
    h.set_specialization_constant<count>(9);
    std::printf("host %d %d\n", before, h.get_specialization_constant<count>());
  });
}
