// The devices that programs run on, and what their error handlers use.
#pragma once
#include <vector>

#include <sycl/sycl.hpp>

namespace orders {

// A device in a context.
struct Site {
  sycl::device device;
  sycl::context context;
  // A queue for the test itself.
  sycl::queue queue;

  Site(const sycl::device &d, const sycl::context &c)
      : device(d), context(c), queue(c, d) {}
};

struct Machine {
  std::vector<Site> sites;

  // The first device in two contexts, and the second one, if there is one, with
  // the first if they have a platform in common.
  Machine() {
    const auto all = sycl::device::get_devices();
    const sycl::device &first = all.front();
    sites.emplace_back(first, sycl::context(first));
    if (all.size() == 1) {
      sites.emplace_back(first, sycl::context(first));
      return;
    }
    const sycl::device &second = all[1];
    if (first.get_platform() != second.get_platform()) {
      sites.emplace_back(second, sycl::context(second));
      return;
    }
    const sycl::context both(std::vector<sycl::device>{first, second});
    sites.emplace_back(first, both);
    sites.emplace_back(second, both);
  }
};

} // namespace orders
