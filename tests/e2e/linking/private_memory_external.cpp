// private_memory in SYCL_EXTERNAL functions: of a source that has no kernel,
// and of one whose kernel calls the function, too.
// STEP: $CXX -fsycl -O2 -DPART=1 -c $SRC -o a.o
// STEP: $CXX -fsycl -O2 -DPART=2 -c $SRC -o b.o
// STEP: $CXX -fsycl a.o b.o -o $EXE
// EXPECT: 0 wrong, 0 wrong
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr int groups = 5, items = 24;
using pair = std::pair<long, char>;

// Adds numbers that are in memory of each work-item from one loop to the next.
SYCL_EXTERNAL void add_squares(sycl::group<1> g, long *out);
SYCL_EXTERNAL void add_cubes(sycl::group<1> g, long *out);
int count_wrong_beside(sycl::queue &q);

static int run(sycl::queue &q, void (*submit)(sycl::handler &, long *),
               long (*expected)(long)) {
  long *out = sycl::malloc_device<long>(groups * items, q);
  q.fill(out, 0L, groups * items).wait();
  q.submit([&](sycl::handler &h) { submit(h, out); }).wait();
  long values[groups * items];
  q.copy(out, values, groups * items).wait();
  sycl::free(out, q);
  int wrong = 0;
  for (long i = 0; i < groups * items; ++i)
    wrong += values[i] != expected(i);
  return wrong;
}

#if PART == 1
void add_cubes(sycl::group<1> g, long *out) {
  sycl::private_memory<pair> cube(g);
  g.parallel_for_work_item([&](sycl::h_item<1> it) {
    const long i = long(it.get_global_id(0));
    cube(it) = {i * i * i, char(i)};
  });
  g.parallel_for_work_item([&](sycl::h_item<1> it) {
    const size_t i = it.get_global_id(0);
    if (cube(it).second == char(i))
      out[i] += cube(it).first;
  });
}

int main() {
  sycl::queue q;
  const int wrong = run(
      q,
      [](sycl::handler &h, long *out) {
        h.parallel_for_work_group(
            sycl::range<1>(groups), sycl::range<1>(items),
            [=](sycl::group<1> g) {
              sycl::private_memory<int> mine(g);
              g.parallel_for_work_item([&](sycl::h_item<1> it) {
                mine(it) = int(it.get_global_id(0));
              });
              add_squares(g, out);
              add_cubes(g, out);
              g.parallel_for_work_item([&](sycl::h_item<1> it) {
                out[it.get_global_id(0)] += mine(it);
              });
            });
      },
      [](long i) { return i * i * i + i * i + i; });
  std::printf("%d wrong, %d wrong\n", wrong, count_wrong_beside(q));
}
#else
void add_squares(sycl::group<1> g, long *out) {
  sycl::private_memory<long> square(g);
  g.parallel_for_work_item([&](sycl::h_item<1> it) {
    square(it) = long(it.get_global_id(0)) * long(it.get_global_id(0));
  });
  g.parallel_for_work_item(
      [&](sycl::h_item<1> it) { out[it.get_global_id(0)] += square(it); });
}

// Its kernel has private memory only for functions of the other source.
int count_wrong_beside(sycl::queue &q) {
  return run(
      q,
      [](sycl::handler &h, long *out) {
        h.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(items),
                                  [=](sycl::group<1> g) { add_cubes(g, out); });
      },
      [](long i) { return i * i * i; });
}
#endif
