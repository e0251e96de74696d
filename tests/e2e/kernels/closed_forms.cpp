// Loops whose results compilers can compute at once, which takes wider integers
// than the loops have.
// STEP: $CXX -fsycl -O0 -std=c++17 $SRC -o o0
// STEP: $CXX -fsycl -O1 -std=c++17 $SRC -o o1
// STEP: $CXX -fsycl -O2 -std=c++17 $SRC -o o2
// STEP: $CXX -fsycl -O3 -std=c++17 $SRC -o o3
// RUN: ./o0
// RUN: ./o1
// RUN: ./o2
// RUN: ./o3
// EXPECT: PASS
// EXPECT: PASS
// EXPECT: PASS
// EXPECT: PASS
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr size_t results = 6;

// The sums of each loop over the counters from `first` to `last`.
template <typename T> void sums(T first, T last, T *out) {
  T sum = 0, squares = 0, cubes = 0, nested = 0, steps = 0, offsets = 0;
  for (T i = first; i < last; ++i)
    sum += i;
  for (T i = first; i < last; ++i)
    squares += i * i;
  for (T i = first; i < last; ++i)
    cubes += i * i * i;
  for (T i = first; i < last; ++i)
    for (T j = first; j < i; ++j)
      nested += j + 1;
  for (T i = first; i < last; i += 3)
    steps += 5 * i;
  for (T i = last; i > first; --i)
    offsets += 7 - i;
  const T all[results] = {sum, squares, cubes, nested, steps, offsets};
  for (size_t i = 0; i < results; ++i)
    out[i] = all[i];
}

template <typename T> bool check(sycl::queue &q) {
  const std::vector<T> bounds = {0, 1, 2, 3, 7, 50, 127};
  std::vector<T> got(bounds.size() * bounds.size() * results, 99);
  {
    sycl::buffer<T> bound_buffer(bounds.data(), bounds.size());
    sycl::buffer<T> got_buffer(got.data(), got.size());
    q.submit([&](sycl::handler &h) {
      sycl::accessor bound(bound_buffer, h, sycl::read_only);
      sycl::accessor out(got_buffer, h, sycl::write_only);
      const size_t n = bounds.size();
      h.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) {
        sums<T>(bound[i[0]], bound[i[1]], &out[(i[0] * n + i[1]) * results]);
      });
    });
  }
  bool right = true;
  for (size_t i = 0; i < bounds.size() * bounds.size(); ++i) {
    // Volatile bounds keep the host's compiler from the same closed forms.
    volatile T first = bounds[i / bounds.size()],
               last = bounds[i % bounds.size()];
    T wanted[results];
    sums<T>(first, last, wanted);
    for (size_t j = 0; j < results; ++j)
      right &= got[i * results + j] == wanted[j];
  }
  return right;
}

int main() {
  sycl::queue q;
  const bool right = check<int64_t>(q) && check<uint64_t>(q) &&
                     check<int32_t>(q) && check<uint32_t>(q) &&
                     check<__int128>(q) && check<unsigned __int128>(q);
  std::puts(right ? "PASS" : "FAIL");
}
