// Largest errors of the mathematical functions on a device, for REAL = float,
// double or sycl::half: a table of Markdown. Each function runs over special
// values, over the whole domain and over the range where it is used most, one
// scalar for each work-item and in vectors of all lengths. It exits with 1 if a
// function is outside of OpenCL's bounds. `./x accuracy` builds and runs it for
// the three types.
#include "functions.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

using Real = REAL;
using Bits = std::conditional_t<
    sizeof(Real) == 2, uint16_t,
    std::conditional_t<sizeof(Real) == 4, uint32_t, uint64_t>>;
using Limits = std::numeric_limits<Real>;
constexpr int type_index = sizeof(Real) == 4 ? 0 : sizeof(Real) == 8 ? 1 : 2;

// A multiple of all vector lengths; more than half of the values are not from
// pairs of special ones.
constexpr size_t block = 48, points = block * 1424;

template <class F, int Length> class kernel;

// ---- Arguments

struct Random {
  uint64_t state = 0x9e3779b97f4a7c15;
  uint64_t operator()() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1d;
  }
  // Evenly from low to high.
  double between(double low, double high) {
    return low + (high - low) * double((*this)() >> 11) * 0x1p-53;
  }
};

std::vector<Real> special_values() {
  std::vector<Real> values;
  const Real tiny = Limits::denorm_min(), normal = Limits::min();
  for (Real v : {Real(0),
                 tiny,
                 Real(normal - tiny),
                 normal,
                 Limits::epsilon(),
                 Real(0.25),
                 Real(0.5),
                 Real(0.75),
                 Real(1 - 0.5 * double(Limits::epsilon())),
                 Real(1),
                 Real(1 + double(Limits::epsilon())),
                 Real(1.5),
                 Real(2),
                 Real(2.5),
                 Real(3),
                 Real(3.14159265358979),
                 Real(4),
                 Real(10),
                 Real(17.5),
                 Real(127),
                 Real(1000),
                 Real(2047),
                 Real(65504),
                 Limits::max(),
                 Limits::infinity(),
                 Limits::quiet_NaN()})
    for (int sign : {1, -1})
      values.push_back(Real(v * Real(sign)));
  return values;
}

// The first pairs are all pairs of special values; then come all values of
// half, and random ones of three distributions.
void fill(std::vector<Point<Real>> &all) {
  const std::vector<Real> special = special_values();
  const size_t count = special.size(), pairs = count * count;
  const int integers[] = {0,  1,    -1,   2,     -2,        3,
                          -3, 4,    5,    7,     -8,        13,
                          64, -127, 1024, -1100, INT32_MAX, INT32_MIN};
  constexpr size_t kinds = sizeof(integers) / sizeof(*integers);
  Random random;
  auto by_bits = [&] {
    return sycl::bit_cast<Real>(static_cast<Bits>(random()));
  };
  auto pick = [&](size_t i) {
    if (i % 3 == 0)
      return by_bits();
    return i % 3 == 1 ? Real(random.between(-20, 20))
                      : Real(std::exp2(random.between(-12, 12)) *
                             (random() % 4 ? 1 : -1));
  };
  for (size_t i = 0; i < points; ++i) {
    Point<Real> &p = all[i];
    if (i < pairs)
      p = {special[i / count], special[i % count], special[random() % count],
           integers[random() % kinds]};
    else
      p = {pick(i), pick(random()), pick(random()), int(random() % 41) - 20};
    if (sizeof(Real) == 2 && i >= pairs)
      p.x = sycl::bit_cast<Real>(static_cast<Bits>(i - pairs));
  }
}

// ---- Running

// Memory of the device for the arguments and results of all points.
struct Memory {
  sycl::queue &q;
  Real *x, *y, *z, *result, *second;
  int *n, *second_n;

  explicit Memory(sycl::queue &queue) : q(queue) {
    for (Real **p : {&x, &y, &z, &result, &second})
      *p = sycl::malloc_shared<Real>(points, q);
    for (int **p : {&n, &second_n})
      *p = sycl::malloc_shared<int>(points, q);
  }
  ~Memory() {
    for (void *p : {static_cast<void *>(x), static_cast<void *>(y),
                    static_cast<void *>(z), static_cast<void *>(result),
                    static_cast<void *>(second), static_cast<void *>(n),
                    static_cast<void *>(second_n)})
      sycl::free(p, q);
  }
};

template <class F, int Length> void run(Memory &m) {
  m.q.parallel_for<kernel<F, Length>>(
      points / Length,
      [x = m.x, y = m.y, z = m.z, n = m.n, result = m.result, second = m.second,
       second_n = m.second_n](sycl::id<1> item) {
        const size_t i = item[0];
        if constexpr (Length == 1) {
          Arguments<Real, int> a{x[i], y[i], z[i], {}, n[i], 0};
          result[i] = F::of(a);
          second[i] = a.second;
          second_n[i] = a.second_n;
        } else {
          Arguments<sycl::vec<Real, Length>, sycl::vec<int, Length>> a;
          a.x.load(i, x);
          a.y.load(i, y);
          a.z.load(i, z);
          a.n.load(i, n);
          F::of(a).store(i, result);
          a.second.store(i, second);
          a.second_n.store(i, second_n);
        }
      });
  m.q.wait_and_throw();
}

// ---- Errors

// In units in the last place of the exact value; a wrong special value counts
// as more than any bound.
double error_of(Real value, long double exact, bool any_sign) {
  constexpr double wrong = 1e31;
  const long double got = value;
  if (std::isnan(exact) || std::isnan(got))
    return std::isnan(exact) && std::isnan(got) ? 0 : wrong;
  const int top = Limits::max_exponent, precision = Limits::digits;
  const long double end = ldexpl(1, top); // stands for infinity, as in OpenCL
  if (std::isinf(got) &&
      fabsl(exact) >= ldexpl(1 - ldexpl(1, -precision - 1), top))
    return std::signbit(got) == std::signbit(exact) ? 0 : wrong;
  if (std::isinf(exact))
    return wrong;
  if (got == 0 && exact == 0)
    return any_sign || std::signbit(got) == std::signbit(exact) ? 0 : wrong;
  const long double near = std::isinf(got) ? copysignl(end, got) : got;
  const int exponent = exact == 0
                           ? Limits::min_exponent - 1
                           : std::max(ilogbl(exact), Limits::min_exponent - 1);
  return double(fabsl(near - exact) / ldexpl(1, exponent - precision + 1));
}

// The largest error over all points, and where.
struct Worst {
  double error = 0;
  size_t point = 0;
  long double exact = 0;
  Real got{};
  int length = 1;

  void add(double e, size_t i, long double expected, Real value, int n) {
    if (e > error)
      *this = {e, i, expected, value, n};
  }
};

template <class F>
void compare(Worst &worst, const std::vector<Point<Real>> &all,
             const std::vector<Expected> &expected, const Memory &m,
             int length) {
  for (size_t i = 0; i < points; ++i) {
    if (!F::valid(all[i]))
      continue;
    const Expected &e = expected[i];
    worst.add(error_of(m.result[i], e.value, e.any_sign), i, e.value,
              m.result[i], length);
    if (e.has_second)
      worst.add(error_of(m.second[i], e.second, e.any_sign), i, e.second,
                m.second[i], length);
    // Of quotients, the low seven bits and the sign count.
    const bool same = m.second_n[i] == e.second_n ||
                      (!std::strcmp(F::name, "remquo") &&
                       (m.second_n[i] - e.second_n) % 128 == 0);
    if (e.has_n && !same)
      worst.add(2e31, i, e.second_n, Real(float(m.second_n[i])), length);
  }
}

template <class F>
Worst vectors(Memory &m, const std::vector<Point<Real>> &all,
              const std::vector<Expected> &expected) {
  Worst worst;
  auto one = [&](auto length) {
    run<F, length()>(m);
    compare<F>(worst, all, expected, m, length());
  };
  one(std::integral_constant<int, 2>());
  one(std::integral_constant<int, 3>());
  one(std::integral_constant<int, 4>());
  one(std::integral_constant<int, 8>());
  one(std::integral_constant<int, 16>());
  return worst;
}

void print_error(double error, double bound) {
  if (error >= 1e30)
    std::printf(bound >= any ? " any |" : " wrong |");
  else
    std::printf(" %.3g |", error);
}

// A line of the table; whether the function is within its bound.
template <class F>
bool measure(Memory &m, const std::vector<Point<Real>> &all) {
  std::vector<Expected> expected;
  for (const Point<Real> &p : all)
    expected.push_back(F::exact(p));
  Worst scalar;
  run<F, 1>(m);
  compare<F>(scalar, all, expected, m, 1);
  const Worst vector = vectors<F>(m, all, expected);
  const double bound = F::bounds[type_index];
  std::printf("| `%s` |", F::name);
  if (bound >= any)
    std::printf(" none |");
  else
    std::printf(" %g |", bound);
  print_error(scalar.error, bound);
  print_error(vector.error, bound);
  // The reference itself is a little off.
  const bool good =
      bound >= any || std::max(scalar.error, vector.error) <= bound + 0.01;
  for (const Worst &w : {scalar, vector})
    if (!good && w.error > bound) {
      const Point<Real> &p = all[w.point];
      std::printf(
          " length %d: (%.17g, %.17g, %.17g; %d) gives %.17g, not %.20Lg;",
          w.length, double(p.x), double(p.y), double(p.z), p.n, double(w.got),
          w.exact);
    }
  std::puts("");
  std::fflush(stdout);
  return good;
}

template <class... F>
int measure_all(Memory &m, const std::vector<Point<Real>> &all, List<F...>) {
  return (0 + ... + !measure<F>(m, all));
}

int main() {
  sycl::queue q;
  std::vector<Point<Real>> all(points);
  fill(all);
  Memory m(q);
  for (size_t i = 0; i < points; ++i) {
    m.x[i] = all[i].x;
    m.y[i] = all[i].y;
    m.z[i] = all[i].z;
    m.n[i] = all[i].n;
  }
  constexpr const char *names[] = {"float", "double", "half"};
  std::printf("| %s | bound | scalar | vectors |\n|---|---|---|---|\n",
              names[type_index]);
  int failures = measure_all(m, all, all_functions());
  if constexpr (type_index == 0)
    failures += measure_all(m, all, fast_functions());
  if (failures)
    std::printf("\n%d functions outside of their bounds.\n", failures);
  return failures != 0;
}
