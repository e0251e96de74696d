// A function of the C library that devices do not have is named at its call,
// with the calls that lead there from the kernel, inlined or not.
// EXPECT-ERROR: cpp:13:12: error: undefined .* 'strcoll', needed by .*orders
// EXPECT-ERROR: cpp:17:10: note: inlined from here
// EXPECT-ERROR: cpp:22:35: note: 'before\(.*\)' is called here
// EXPECT-ERROR: cpp:30:61: note: inlined from here
#include <cstring>
#include <sycl/sycl.hpp>

struct ordering {
  static bool less(const char *a, const char *b) {
    // Compares by the rules of the host's locale.
    return std::strcoll(a, b) < 0;
  }
};
[[gnu::noinline]] bool before(const char *a, const char *b) {
  return ordering::less(a, b);
}

struct pair {
  const char *first, *second;
  bool is_sorted() const { return before(first, second); }
};

int main() {
  sycl::queue q;
  sycl::buffer<bool> result(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor r(result, h);
    h.single_task<class orders>([=] { r[0] = pair{"a", "b"}.is_sorted(); });
  });
}
