#include <cstdio>
#include <sycl/sycl.hpp>

// Quotients and remainders where these are defined, and else the dividend.
template <class T> inline T quotient(T x, T y) {
  return y == 0 || y == T(-1) ? x : T(x / y);
}
template <class T> inline T remainder_of(T x, T y) {
  return y == 0 || y == T(-1) ? x : T(x % y);
}
template <class To, class From>
inline To with_bytes_of(To to, const From &from) {
  constexpr size_t size = sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From);
  __builtin_memcpy(&to, &from, size);
  return to;
}
template <class T> inline void mix(unsigned long &hash, T value) {
  hash = (hash ^ (unsigned long)value) * 0x9e3779b97f4a7c15;
  hash ^= hash >> 29;
  if constexpr (sizeof(T) > sizeof(hash))
    mix(hash, (unsigned long)(value >> 64));
}

constexpr unsigned items = 64;
inline unsigned long input(unsigned i) {
  const unsigned long x = (i + 1) * 0x9e3779b97f4a7c15;
  switch (i % 6) {
  case 0:
    return i;
  case 1:
    return -(unsigned long)(i);
  case 2:
    return (1ul << (x >> 58)) - 1;
  case 3:
    return x & 0xffff00000000ffff;
  default:
    return x;
  }
}

// The result of a function for a work-item.
template <class S, class T, class F>
inline unsigned long result(F function, unsigned i, unsigned long x,
                            unsigned long y) {
  S s{};
  int pointed = int(y);
  s = function(s, (T)x, y, &pointed);
  return (unsigned)pointed;
}

#define KERNEL(f, S, T)                                                        \
  int check_##f(sycl::queue &q) {                                              \
    sycl::buffer<unsigned long> in(2 * items), out(items);                     \
    {                                                                          \
      sycl::host_accessor a(in, sycl::write_only);                             \
      for (unsigned i = 0; i < 2 * items; ++i)                                 \
        a[i] = input(i);                                                       \
    }                                                                          \
    q.submit([&](sycl::handler &h) {                                           \
      sycl::accessor a(in, h, sycl::read_only);                                \
      sycl::accessor r(out, h, sycl::write_only, sycl::no_init);               \
      h.parallel_for(items, [=](sycl::id<1> i) {                               \
        r[i] = result<S, T>(f, i, a[i], a[i + items]);                         \
      });                                                                      \
    });                                                                        \
    sycl::host_accessor r(out, sycl::read_only);                               \
    for (unsigned i = 0; i < items; ++i) {                                     \
      const unsigned long want =                                               \
          result<S, T>(f, i, input(i), input(i + items));                      \
      if (r[i] != want)                                                        \
        return std::printf(#f ", item %u: %lx, not %lx\n", i, r[i], want), 1;  \
    }                                                                          \
    return 0;                                                                  \
  }
