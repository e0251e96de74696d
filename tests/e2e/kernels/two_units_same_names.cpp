// Kernels of the same name in two translation units: in anonymous namespaces
// they differ, in an inline function they are one.
// STEP: $CXX -fsycl -O2 -DPART=1 -c $SRC -o a.o
// STEP: $CXX -fsycl -O2 -DPART=2 -c $SRC -o b.o
// STEP: $CXX -fsycl a.o b.o -o $EXE
// EXPECT: hidden 101 102, static 201 202, shared 7 7
#include <cstdio>
#include <sycl/sycl.hpp>

namespace {
struct hidden {
  int *p;
  void operator()() const { *p = 100 + PART; }
};
class name;
} // namespace
static auto file_scope = [](sycl::item<1>) { return 200 + PART; };

inline int value(sycl::queue &q, const int *p) {
  int result;
  q.copy(p, &result, 1).wait();
  return result;
}

inline int shared(sycl::queue &q, int *p) {
  q.single_task([=] { *p = 7; }).wait();
  return value(q, p);
}
static void run(sycl::queue &q, int *p, int *results) {
  q.single_task<name>(hidden{p}).wait();
  results[0] = value(q, p);
  q.parallel_for(1, [=, f = file_scope](sycl::item<1> i) { *p = f(i); }).wait();
  results[1] = value(q, p);
  results[2] = shared(q, p);
}

#if PART == 1
void other(sycl::queue &, int *, int *);
int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(1, q), mine[3], theirs[3];
  run(q, p, mine);
  other(q, p, theirs);
  std::printf("hidden %d %d, static %d %d, shared %d %d\n", mine[0], theirs[0],
              mine[1], theirs[1], mine[2], theirs[2]);
  sycl::free(p, q);
}
#else
void other(sycl::queue &q, int *p, int *results) { run(q, p, results); }
#endif
