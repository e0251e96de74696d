// Loops, switches, early exits and a goto, different for every work-item.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

static int work(int x) {
  int steps = 0;
  while (x != 1 && steps < 1000) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    ++steps;
  }
  switch (steps % 5) {
  case 0:
    steps += 1000;
    break;
  case 1:
    steps *= 3;
    [[fallthrough]];
  case 2:
    steps -= 7;
    break;
  default:
    for (int i = 0; i < 10; ++i) {
      if (i == steps % 7)
        goto out;
      steps += i;
    }
  }
out:
  do
    steps = steps * 5 + 1;
  while (steps % 3 == 0);
  return steps;
}

int main() {
  constexpr int n = 1000;
  sycl::queue q;
  int *p = sycl::malloc_device<int>(n, q);
  q.parallel_for(n, [=](sycl::id<1> i) { p[i] = work(int(i) + 1); }).wait();
  bool ok = true;
  std::vector<int> host(n);
  q.copy(p, host.data(), n).wait();
  for (int i = 0; i < n; ++i)
    ok = ok && host[i] == work(i + 1);
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
