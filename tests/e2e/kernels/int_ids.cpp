// Ids as `int`, in branches that only those take that are not negative: with
// small ids, and where ids pass the largest `int`.
// FLAGS: -Wno-deprecated-declarations
// EXPECT: small 0
// EXPECT: large 0
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

int main() {
  sycl::queue q;
  std::printf("small %d\n", wrong(q, 0));
  std::printf("large %d\n", wrong(q, (std::size_t(1) << 31) - n / 2));
}
