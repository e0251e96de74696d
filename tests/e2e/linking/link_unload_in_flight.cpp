// A library is closed while its kernel runs: the kernel keeps its code until it
// is done. A kernel of the same name of another library, opened meanwhile, is
// another one.
// STEP: $CXX -fsycl -O2 -DLIBRARY=3 -fPIC -shared $SRC -o libthree.so
// STEP: $CXX -fsycl -O2 -DLIBRARY=5 -fPIC -shared $SRC -o libfive.so
// STEP: $CXX -fsycl -O2 $SRC -ldl -o $EXE
// EXPECT: both right
// EXPECT: 20 rounds right
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <sycl/sycl.hpp>

// Takes some tens of milliseconds, with an unpredictable result.
inline uint32_t step(uint32_t seed, uint32_t factor, int rounds) {
  for (int i = 0; i < rounds; ++i)
    seed = seed * (4 * factor + 1) + (seed >> 15 | 1);
  return seed;
}

#ifdef LIBRARY

class Steps;

extern "C" void start(sycl::queue *q, uint32_t *value, int rounds) {
  q->single_task<Steps>([=] { *value = step(*value, LIBRARY, rounds); });
}

#else

using entry = void (*)(sycl::queue *, uint32_t *, int);

static void start_and_close(const char *file, sycl::queue &q, uint32_t *value,
                            int rounds) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  reinterpret_cast<entry>(dlsym(library, "start"))(&q, value, rounds);
  dlclose(library);
}

static bool is_right(sycl::queue &q, uint32_t *values, int rounds) {
  q.fill(values, uint32_t(1), 2).wait();
  start_and_close("./libthree.so", q, &values[0], rounds);
  start_and_close("./libfive.so", q, &values[1], rounds);
  q.wait();
  uint32_t host[2];
  q.copy(values, host, 2).wait();
  return host[0] == step(1, 3, rounds) && host[1] == step(1, 5, rounds);
}

int main() {
  sycl::queue q;
  uint32_t *values = sycl::malloc_device<uint32_t>(2, q);
  std::printf("both %s\n", is_right(q, values, 20'000'000) ? "right" : "wrong");
  int right = 0;
  for (int round = 0; round < 20; ++round)
    right += is_right(q, values, 100'000 * (round + 1));
  std::printf("%d rounds right\n", right);
  sycl::free(values, q);
}

#endif
