// What needs a choice about the attributes of a kernel is refused.
#include "kernel.hpp"

#define SIZE(...)                                                              \
  __attribute__((annotate("sycl_reqd_work_group_size", __VA_ARGS__)))
#define LIMIT(...)                                                             \
  __attribute__((annotate("sycl_max_work_group_size", __VA_ARGS__)))
#define SUB_GROUP(...)                                                         \
  __attribute__((annotate("sycl_reqd_sub_group_size", __VA_ARGS__)))

struct bad_arguments : plain {
  int *p;
  template <int I> SIZE(2.5, 8) void floating() const { *p = I; }
  template <int I> SIZE(0) void zero() const { *p = I; }
  template <int I> SIZE(-8) void negative() const { *p = I; }
  template <int I> SIZE(1, 2, 3, 4) void four() const { *p = I; }
  template <int I> SIZE(8) SIZE(16) void twice() const { *p = I; }
  void operator()() const {
    floating<1>();
    zero<2>();
    negative<3>();
    four<4>();
    twice<5>();
  }
};

struct contradictions : plain {
  int *p;
  SIZE(16) void inner() const { *p = 1; }
  SIZE(8) void operator()() const { inner(); }
};

struct far_below : plain {
  int *p;
  template <int Depth> SUB_GROUP(8) void bottom() const { *p = Depth; }
  template <int Depth> void level() const {
    if constexpr (Depth == 0)
      bottom<Depth>();
    else
      level<Depth - 1>();
  }
  void operator()() const { level<5>(); }
};

struct beyond_its_limit : plain {
  int *p;
  SIZE(32, 1) LIMIT(16, 16) void fits() const { *p = 1; }
  void operator()() const { fits(); }
};

struct unreached {
  SIZE(0) void function() const {}
};

int main() {
  submit<class BadArguments>(bad_arguments{});
  submit<class Contradictions>(contradictions{});
  submit<class FarBelow>(far_below{});
  submit<class BeyondItsLimit>(beyond_its_limit{});
  unreached().function();
}
