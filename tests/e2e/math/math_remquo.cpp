// Quotients of remquo have seven bits, on host and device (SYCL 2020, 4.17.5).
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: host 8 100 -100 77 2 -2 0 3 -127
// EXPECT: device 8 100 -100 77 2 -2 0 3 -127
// EXPECT: rests agree
#include <cmath>
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr int count = 9;
constexpr double dividends[count] = {0.8896599037, 100, -100, 1000, 5,
                                     -5,           128, 13,   255};
constexpr double divisors[count] = {0.1092145208, 1, 1, 3, 2, 2, 1, 4.5, -1};

struct result {
  float rest_float;
  double rest_double;
  int quotient[3];
};

static result compute(int i) {
  result r;
  using namespace sycl;
  auto target = [&](int k) {
    return address_space_cast<access::address_space::private_space,
                              access::decorated::no>(&r.quotient[k]);
  };
  r.rest_float = remquo(float(dividends[i]), float(divisors[i]), target(0));
  r.rest_double = remquo(dividends[i], divisors[i], target(1));
  remquo(half(dividends[i]), half(divisors[i]), target(2));
  return r;
}

static void print(const char *where, const result *results) {
  std::printf("%s", where);
  for (int i = 0; i < count; ++i) {
    const int *q = results[i].quotient;
    std::printf(q[0] == q[1] && q[1] == q[2] ? " %d" : " (%d)", q[0]);
  }
  std::printf("\n");
}

int main() {
  sycl::queue q;
  result device[count], host[count];
  {
    sycl::buffer<result> results(device, count);
    q.submit([&](sycl::handler &h) {
      sycl::accessor device(results, h, sycl::write_only, sycl::no_init);
      h.parallel_for(count,
                     [=](sycl::id<1> i) { device[i] = compute(int(i[0])); });
    });
  }
  bool agree = true;
  for (int i = 0; i < count; ++i) {
    host[i] = compute(i);
    agree &= device[i].rest_float == host[i].rest_float &&
             device[i].rest_double == host[i].rest_double &&
             host[i].rest_double == std::remainder(dividends[i], divisors[i]);
  }
  print("host", host);
  print("device", device);
  std::printf("rests %s\n", agree ? "agree" : "differ");
  return !agree;
}
