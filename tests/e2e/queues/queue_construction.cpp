// The ways to a queue, and that copies are the same queue.
// REQUIRES: aspect:cpu
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <unordered_map>

int main() {
  sycl::device d{sycl::default_selector_v};
  sycl::context c{d};
  auto handler = [](sycl::exception_list) {};
  sycl::property_list in_order{sycl::property::queue::in_order(),
                               sycl::property::queue::enable_profiling()};
  sycl::queue a, b{d}, e{sycl::cpu_selector_v}, f{handler},
      g{d, handler, in_order}, h{c, d}, i{c, d, handler, in_order},
      j{c, sycl::default_selector_v},
      k{sycl::cpu_selector_v, handler, {sycl::property::queue::in_order{}}},
      l{[](const sycl::device &x) { return x.is_cpu() ? 1 : -1; }};
  sycl::queue copy = g;
  std::unordered_map<sycl::queue, int> map;
  int n = 0;
  for (auto &q : {a, b, e, f, g, h, i, j, k, l, copy})
    map[q] = n++;
  bool ok = map.size() == 10 && map[copy] == 10 && copy == g && a != b;
  ok = ok && h.get_context() == c && i.get_device() == d && g.is_in_order() &&
       !a.is_in_order() && k.is_in_order();
  ok = ok && h.get_info<sycl::info::queue::context>() == c &&
       a.get_context() == b.get_context();
  std::puts(ok ? "PASS" : "FAIL");
}
