// The errors of all kernels come in one run: captures, code, and what clang
// itself refuses.
// EXPECT-ERROR: all_errors.cpp:\d+:\d+: error: cannot use 'throw' with exceptions disabled
// EXPECT-ERROR: error: SYCL kernel 'Captures' captures '.*string.*' text, which is not device copyable
// EXPECT-ERROR: error: SYCL kernel cannot allocate storage
// EXPECT-ERROR: note: in SYCL kernel 'main::Allocates'
// EXPECT-ERROR: error: SYCL kernel cannot call a recursive function 'ns::recurse\(int\)'
// EXPECT-ERROR: note: in SYCL kernel 'main::Recurses'
#include <string>

#include <sycl/sycl.hpp>

namespace ns {
int recurse(int n) { return n == 0 ? 0 : recurse(n - 1) + n * recurse(n - 2); }
} // namespace ns

struct Captures {
  std::string text;
  void operator()() const { (void)text.size(); }
};

int main() {
  sycl::queue queue;
  queue.single_task<class Throws>([] { throw 1; });
  queue.single_task<Captures>(Captures{});
  queue.single_task<class Allocates>([] { delete new int; });
  queue.single_task<class Recurses>([] { (void)ns::recurse(3); });
}
