// Reductions and scans of work-groups: every operation on every type, in groups
// of one and several sub-groups, also partial ones, against the same computed
// by the host. Values are such that no sum depends on its order.
// REQUIRES: aspect:fp64, aspect:fp16
// EXPECT: bad 0
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <sycl/sycl.hpp>
#include <type_traits>

// The value that a work-item contributes: signs and large bits for minima and
// bits, and few factors other than one for products.
template <class T, class Op> T value_of(size_t i) {
  if constexpr (std::is_same_v<Op, sycl::multiplies<T>>)
    return i % 50 == 7 ? T(2) : T(1);
  else if constexpr (std::is_same_v<Op, sycl::plus<T>>)
    return T(int(i * 7 % 5) - (std::is_unsigned_v<T> ? 0 : 2));
  else if constexpr (std::is_integral_v<T>)
    return T(T(i * 0x9e3779b97f4a7c15u >> 3) | T(i % 3));
  else
    return T(int(i * 37 % 101) - 50);
}

template <class T> struct result {
  T reduced, with_initial, inclusive, exclusive, joint, joint_inclusive;
};

template <class T, class Op>
int check(sycl::queue &q, const char *name, Op op, T neutral) {
  constexpr size_t groups = 2, extra = 45;
  int bad = 0;
  const size_t largest =
      q.get_device().get_info<sycl::info::device::max_work_group_size>();
  for (size_t size : {1, 31, 33, 70, 256}) {
    if (size > largest)
      continue;
    const size_t count = size + extra;
    auto values = std::make_unique<T[]>(count);
    for (size_t i = 0; i < count; ++i)
      values[i] = value_of<T, Op>(i);
    sycl::buffer<T> input(values.get(), count), scans(groups * count);
    sycl::buffer<result<T>> results(groups * size);
    q.submit([&](sycl::handler &h) {
      sycl::accessor in(input, h, sycl::read_only);
      sycl::accessor scan(scans, h, sycl::read_write);
      sycl::accessor out(results, h, sycl::write_only, sycl::no_init);
      h.parallel_for(
          sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> it) {
            auto g = it.get_group();
            const T x = in[it.get_local_id(0)];
            const T *all = &in[0];
            T *own = &scan[it.get_group(0) * count];
            result<T> r;
            r.reduced = sycl::reduce_over_group(g, x, op);
            r.with_initial = sycl::reduce_over_group(g, x, all[size], op);
            r.inclusive = sycl::inclusive_scan_over_group(g, x, op);
            r.exclusive = sycl::exclusive_scan_over_group(g, x, op);
            r.joint = sycl::joint_reduce(g, all, all + count, op);
            sycl::joint_inclusive_scan(g, all, all + count, own, op);
            sycl::group_barrier(g);
            r.joint_inclusive = own[it.get_local_id(0) + extra];
            out[it.get_global_id(0)] = r;
          });
    });
    sycl::host_accessor got(results, sycl::read_only);
    auto sums = std::make_unique<T[]>(count + 1);
    sums[0] = neutral;
    for (size_t i = 0; i < count; ++i)
      sums[i + 1] = op(sums[i], values[i]);
    for (size_t i = 0; i < groups * size; ++i) {
      const size_t l = i % size;
      const result<T> &r = got[i];
      const bool ok = r.reduced == sums[size] &&
                      r.with_initial == T(op(sums[size], values[size])) &&
                      r.inclusive == sums[l + 1] && r.exclusive == sums[l] &&
                      r.joint == sums[count] &&
                      r.joint_inclusive == sums[l + extra + 1];
      if (!ok && bad++ < 2)
        std::printf("%s, %zu bytes, group of %zu, item %zu\n", name, sizeof(T),
                    size, l);
    }
  }
  return bad;
}

template <class T> int arithmetic(sycl::queue &q) {
  using limits = std::numeric_limits<T>;
  const bool has_infinity = limits::has_infinity;
  return check<T>(q, "plus", sycl::plus<T>(), T(0)) +
         check<T>(q, "multiplies", sycl::multiplies<T>(), T(1)) +
         check<T>(q, "minimum", sycl::minimum<T>(),
                  has_infinity ? limits::infinity() : limits::max()) +
         check<T>(q, "maximum", sycl::maximum<T>(),
                  has_infinity ? T(-limits::infinity()) : limits::lowest());
}

template <class T> int integers(sycl::queue &q) {
  return arithmetic<T>(q) + check<T>(q, "bit_and", sycl::bit_and<T>(), T(~0)) +
         check<T>(q, "bit_or", sycl::bit_or<T>(), T(0)) +
         check<T>(q, "bit_xor", sycl::bit_xor<T>(), T(0));
}

int main() {
  sycl::queue q;
  const int bad =
      integers<int8_t>(q) + integers<uint8_t>(q) + integers<int16_t>(q) +
      integers<uint16_t>(q) + integers<int32_t>(q) + integers<uint32_t>(q) +
      integers<int64_t>(q) + integers<uint64_t>(q) + arithmetic<float>(q) +
      arithmetic<double>(q) + arithmetic<sycl::half>(q) +
      check<bool>(q, "logical_and", sycl::logical_and<bool>(), true) +
      check<bool>(q, "logical_or", sycl::logical_or<bool>(), false);
  std::printf("bad %d\n", bad);
}
