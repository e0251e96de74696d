// Vectors of sizes that no integer has: LLVM makes i48 of three halves on their
// way out of functions.
// REQUIRES: aspect:fp16
// EXPECT: PASS
#include <sycl/sycl.hpp>

#include <cstdio>

template <class V> struct results {
  V sine, cosine;
  results(V s, V c) : sine(s), cosine(c) {}
};

template <class V> bool check(sycl::queue &q) {
  using T = typename V::value_type;
  sycl::buffer<V> buffer(2);
  auto both = [=] {
    V x(T(0.25f), T(0.5f), T(0.75f)), y(T(1), T(2), T(3));
    const V sine = sycl::sincos(x, &y);
    return results<V>(sine, y);
  };
  q.submit([&](sycl::handler &h) {
    sycl::accessor p(buffer, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      results<V> b = both();
      p[0] = b.sine;
      p[1] = b.cosine;
    });
  });
  sycl::host_accessor p(buffer, sycl::read_only);
  const results<V> wanted = both();
  bool right = true;
  for (int i = 0; i < 3; ++i)
    right = right && sycl::fabs(p[0][i] - wanted.sine[i]) < T(0.01f) &&
            sycl::fabs(p[1][i] - wanted.cosine[i]) < T(0.01f);
  return right;
}

int main() {
  sycl::queue q;
  const bool right = check<sycl::marray<sycl::half, 3>>(q) &&
                     check<sycl::vec<sycl::half, 3>>(q) &&
                     check<sycl::marray<float, 3>>(q);
  std::puts(right ? "PASS" : "FAIL");
}
