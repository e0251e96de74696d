// Specialization constants of kernel bundles, and the rules for command groups
// that use a bundle.
// REQUIRES: aspect:online_compiler, aspect:online_linker, aspect:fp64
// EXPECT: default 5 set 8 again 9
// EXPECT: ok
#include <sycl/sycl.hpp>

#include <cstdio>

using sycl::bundle_state;

struct limits {
  int low;
  double high;
};
constexpr sycl::specialization_id<int> size(5);
static constexpr sycl::specialization_id<limits> range_of(limits{1, 2.5});
constexpr sycl::specialization_id<int> unused(1);
constexpr sycl::specialization_id<int> ignored(2);
struct reader;
struct forgetful;

static int failures = 0;
static void check(bool ok, const char *what) {
  if (!ok) {
    std::printf("wrong: %s\n", what);
    ++failures;
  }
}
template <class F> static void throws(sycl::errc code, const char *what, F f) {
  try {
    f();
  } catch (const sycl::exception &error) {
    check(error.code() == code, what);
    return;
  }
  check(false, what);
}

int main() {
  sycl::queue queue;
  sycl::context context = queue.get_context();
  int *out = sycl::malloc_device<int>(2, queue);
  int host[2];
  auto run = [&](auto prepare) {
    queue
        .submit([&](sycl::handler &h) {
          prepare(h);
          h.single_task<reader>([=](sycl::kernel_handler k) {
            out[0] = k.get_specialization_constant<size>();
            limits l = k.get_specialization_constant<range_of>();
            out[1] = l.low + int(2 * l.high);
          });
        })
        .wait();
    queue.copy(out, host, 2).wait();
    return host[0];
  };

  // The value of this one does not matter, but it may be set all the same.
  queue.single_task<forgetful>([=](sycl::kernel_handler k) {
    (void)k.get_specialization_constant<ignored>();
  });
  auto other = sycl::get_kernel_bundle<forgetful, bundle_state::input>(context);
  other.set_specialization_constant<ignored>(4);
  check(other.has_specialization_constant<ignored>() &&
            sycl::build(other).get_specialization_constant<ignored>() == 4,
        "a constant that is read in vain");

  auto input = sycl::get_kernel_bundle<reader, bundle_state::input>(context);
  check(input.contains_specialization_constants() &&
            input.native_specialization_constant() &&
            input.has_specialization_constant<size>() &&
            input.has_specialization_constant<range_of>() &&
            !input.has_specialization_constant<unused>(),
        "which constants");
  check(input.get_specialization_constant<size>() == 5 &&
            input.get_specialization_constant<unused>() == 1,
        "defaults");

  auto defaults = sycl::build(input);
  input.set_specialization_constant<size>(8);
  input.set_specialization_constant<range_of>(limits{10, 20});
  input.set_specialization_constant<unused>(3);
  check(input.get_specialization_constant<unused>() == 3, "a constant of none");
  auto eight = sycl::build(input);
  input.set_specialization_constant<size>(9);
  auto nine = sycl::link(sycl::compile(input));
  check(defaults.get_specialization_constant<size>() == 5 &&
            eight.get_specialization_constant<size>() == 8 &&
            eight.get_specialization_constant<range_of>().high == 20 &&
            nine.get_specialization_constant<size>() == 9,
        "bundles keep their values");
  int results[3];
  results[0] = run([&](sycl::handler &h) { h.use_kernel_bundle(defaults); });
  check(host[1] == 6, "the default of a structure");
  results[1] = run([&](sycl::handler &h) { h.use_kernel_bundle(eight); });
  check(host[1] == 50, "the value of a structure");
  results[2] = run([&](sycl::handler &h) {
    h.use_kernel_bundle(defaults);
    h.use_kernel_bundle(nine); // the last one counts
  });
  std::printf("default %d set %d again %d\n", results[0], results[1],
              results[2]);
  check(run([](sycl::handler &) {}) == 5, "no bundle");

  throws(sycl::errc::invalid, "set after use", [&] {
    run([&](sycl::handler &h) {
      h.use_kernel_bundle(eight);
      h.set_specialization_constant<size>(1);
    });
  });
  throws(sycl::errc::invalid, "get after use", [&] {
    run([&](sycl::handler &h) {
      h.use_kernel_bundle(eight);
      (void)h.get_specialization_constant<size>();
    });
  });
  throws(sycl::errc::invalid, "use after set", [&] {
    run([&](sycl::handler &h) {
      h.set_specialization_constant<size>(1);
      h.use_kernel_bundle(eight);
    });
  });
  throws(sycl::errc::invalid, "launch by kernel object", [&] {
    sycl::kernel kernel = eight.get_kernel<reader>();
    queue.submit(
        [&](sycl::handler &h) { h.parallel_for(sycl::range<1>(1), kernel); });
  });
  sycl::free(out, queue);
  std::printf(failures ? "failed\n" : "ok\n");
  return failures != 0;
}
