// Ids as `int`, also in sums, in branches that only those take that are not
// negative: with small ids, and where ids pass the largest `int`.
// FLAGS: -Wno-deprecated-declarations
// EXPECT: small 0
// EXPECT: large 0
// EXPECT: sums 0
// EXPECT: wrapped sums 0
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr int n = 100;

// The number of wrong results of n work-items whose ids begin at `first`.
static int wrong(sycl::queue &q, std::size_t first) {
  std::vector<int> out(2 * n, 7);
  {
    sycl::buffer<int> b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(sycl::range<1>(n), sycl::id<1>(first),
                     [=](sycl::item<1> item) {
                       int x = item.get_id(0);
                       std::size_t place = item.get_id(0) - first;
                       if (x > 3 && a[x - long(first) + n] == 7)
                         a[x - long(first)] = x;
                       else
                         a[place] += 1;
                     });
    });
  }
  int count = 0;
  for (int i = 0; i < n; ++i) {
    int x = static_cast<int>(first + i);
    count += out[i] != (x > 3 ? x : 8);
  }
  return count;
}

// The number of wrong results where `int` sums begin at `first`, and may pass
// the largest `int`.
static int wrong_sums(sycl::queue &q, long first) {
  std::vector<int> out(2 * n, 7);
  {
    sycl::buffer<int> b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(n, [=](sycl::id<1> i) {
        int x = static_cast<int>(i[0] + first);
        if (x >= 0)
          a[x - first] = x;
        else
          a[x + (1L << 32) - first + n] = -x;
      });
    });
  }
  int count = 0;
  for (int i = 0; i < n; ++i) {
    int x = static_cast<int>(i + first);
    count += out[i] != (x >= 0 ? x : 7) || out[i + n] != (x >= 0 ? 7 : -x);
  }
  return count;
}

int main() {
  sycl::queue q;
  std::printf("small %d\n", wrong(q, 0));
  std::printf("large %d\n", wrong(q, (std::size_t(1) << 31) - n / 2));
  std::printf("sums %d\n", wrong_sums(q, 5));
  std::printf("wrapped sums %d\n", wrong_sums(q, (1L << 31) - n / 2));
}
