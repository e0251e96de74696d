// Structs in structs, private members, a nested lambda, and a member function's
// *this in the closure; and without the compiler's own strlen, which the layout
// of closures is found with.
// FLAGS: -fno-builtin
// REQUIRES: aspect:fp64
// EXPECT: 1 2 3.5 4 40 6
#include <cstdio>
#include <sycl/sycl.hpp>

struct inner {
  char c;
  double d;
};
class outer {
  int m_first;
  inner m_inner[2];
  short m_last;

public:
  outer(int a, char b, double c, short d)
      : m_first(a), m_inner{{b, c}, {char(b + 2), 0}}, m_last(d) {}
  int first() const { return m_first; }
  const inner &at(int i) const { return m_inner[i]; }
  short last() const { return m_last; }
};
struct scaler {
  int factor;
  double *out;
  int apply(sycl::queue &q, int x) {
    q.single_task([=, *this] { out[4] = x * factor; }).wait();
    double host[8];
    q.copy(out, host, 8).wait();
    return int(host[4]);
  }
};

int main() {
  sycl::queue q;
  double *p = sycl::malloc_device<double>(8, q);
  outer o(1, 2, 3.5, 6);
  int six = 6;
  auto add = [six](int x) { return x + six; };
  q.single_task([=] {
     p[0] = o.first();
     p[1] = o.at(0).c;
     p[2] = o.at(0).d;
     p[3] = o.at(1).c;
     p[5] = add(o.last() - 6);
   }).wait();
  scaler{8, p}.apply(q, 5);
  double host[8];
  q.copy(p, host, 8).wait();
  std::printf("%g %g %g %g %g %g\n", host[0], host[1], host[2], host[3],
              host[4], host[5]);
  sycl::free(p, q);
}
