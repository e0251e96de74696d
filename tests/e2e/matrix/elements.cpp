// Operations on single elements of a matrix: filling, functions of each
// element, copies, other types; several matrices in arrays, in loops; products
// in double precision; the precision that tf32 retains of a float.
// REQUIRES: aspect:ext_intel_matrix, aspect:fp16, aspect:fp64, sub_group_size:32
// EXPECT: fill and apply 1
// EXPECT: copy 1
// EXPECT: mixed accumulators 1
// EXPECT: blocks 1
// EXPECT: double 1
// EXPECT: tf32 1
#include <cmath>
#include <cstdio>
#include <limits>
#include <sycl/sycl.hpp>
#include <vector>

using namespace sycl::ext::oneapi::experimental::matrix;
constexpr auto no = sycl::access::decorated::no;
template <class T, size_t R, size_t C>
using accumulator = joint_matrix<sycl::sub_group, T, use::accumulator, R, C>;
template <class T, size_t R, size_t C, layout L = layout::row_major>
using left = joint_matrix<sycl::sub_group, T, use::a, R, C, L>;
template <class T, size_t R, size_t C, layout L = layout::row_major>
using right = joint_matrix<sycl::sub_group, T, use::b, R, C, L>;

// Runs a kernel of one sub-group that writes `n` numbers.
template <class T, class F>
std::vector<T> run(sycl::queue &q, size_t n, F kernel) {
  std::vector<T> out(n);
  {
    sycl::buffer<T> buffer(out.data(), n);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(buffer, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
        kernel(it.get_sub_group(), to.template get_multi_ptr<no>());
      });
    });
  }
  return out;
}

bool fill_and_apply(sycl::queue &q) {
  auto out = run<float>(q, 256, [](sycl::sub_group sg, auto to) {
    accumulator<float, 16, 16> c;
    joint_matrix_fill(sg, c, 3);
    joint_matrix_apply(sg, c, [](float &x) { x = x * 2 + 1; });
    joint_matrix_store(sg, c, to, 16, layout::row_major);
  });
  for (float x : out)
    if (x != 7)
      return false;
  return true;
}

bool copy(sycl::queue &q) {
  auto out = run<float>(q, 256, [](sycl::sub_group sg, auto to) {
    accumulator<float, 8, 32> c, d;
    accumulator<sycl::half, 8, 32> e;
    for (int i = 0; i < 256; i += 1)
      if (sg.get_local_linear_id() == 0)
        to[i] = float(i);
    sycl::group_barrier(sg);
    joint_matrix_load(sg, c, to, 8, layout::col_major);
    joint_matrix_copy(sg, c, e);
    joint_matrix_copy(sg, e, d);
    joint_matrix_apply(sg, c, d, [](float x, float &y) { y = 2 * y - x; });
    sycl::group_barrier(sg);
    joint_matrix_store(sg, d, to, 32, layout::row_major);
  });
  bool ok = true;
  for (int row = 0; row < 8; ++row)
    for (int col = 0; col < 32; ++col)
      ok = ok && out[row * 32 + col] == float(col * 8 + row);
  return ok;
}

bool mixed_accumulators(sycl::queue &q) {
  auto out = run<float>(q, 256, [](sycl::sub_group sg, auto to) {
    left<sycl::half, 16, 16> a;
    right<sycl::half, 16, 16> b;
    accumulator<float, 16, 16> c, d;
    accumulator<sycl::half, 16, 16> e;
    joint_matrix_fill(sg, a, sycl::half(2));
    joint_matrix_fill(sg, b, sycl::half(3));
    joint_matrix_fill(sg, c, 4.0f);
    joint_matrix_mad(sg, e, a, b, c);  // 100
    joint_matrix_mad(sg, d, a, b, e);  // 196
    d = joint_matrix_mad(sg, a, b, d); // 292
    joint_matrix_store(sg, d, to, 16, layout::row_major);
  });
  for (float x : out)
    if (x != 292)
      return false;
  return true;
}

// A product of 32 x 48 by 48 x 32 in blocks, which are stored in arrays.
bool blocks(sycl::queue &q) {
  constexpr int n = 32, k = 48;
  std::vector<sycl::half> a(n * k), b(k * n);
  std::vector<float> c(n * n);
  for (int i = 0; i < n * k; ++i) {
    a[i] = sycl::half(float(i % 7 - 3));
    b[i] = sycl::half(float(i % 5 - 2));
  }
  {
    sycl::buffer ba(a), bb(b);
    sycl::buffer bc(c);
    q.submit([&](sycl::handler &h) {
      sycl::accessor ga(ba, h, sycl::read_only), gb(bb, h, sycl::read_only);
      sycl::accessor gc(bc, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
        auto sg = it.get_sub_group();
        auto pa = ga.get_multi_ptr<no>();
        auto pb = gb.get_multi_ptr<no>();
        accumulator<float, 16, 16> sums[2][2];
        for (auto &row : sums)
          for (auto &sum : row)
            joint_matrix_fill(sg, sum, 0);
        for (int at = 0; at < k; at += 16) {
          left<sycl::half, 16, 16> fa[2];
          right<sycl::half, 16, 16> fb[2];
          for (int i = 0; i < 2; ++i) {
            joint_matrix_load(sg, fa[i], pa + i * 16 * k + at, k);
            joint_matrix_load(sg, fb[i], pb + at * n + i * 16, n);
          }
          for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j)
              joint_matrix_mad(sg, sums[i][j], fa[i], fb[j], sums[i][j]);
        }
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j)
            joint_matrix_store(sg, sums[i][j],
                               gc.get_multi_ptr<no>() + i * 16 * n + j * 16, n,
                               layout::row_major);
      });
    });
  }
  bool ok = true;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += float(a[i * k + l]) * float(b[l * n + j]);
      ok = ok && c[i * n + j] == sum;
    }
  return ok;
}

bool in_double(sycl::queue &q) {
  auto out = run<double>(q, 64, [](sycl::sub_group sg, auto to) {
    left<double, 8, 4, layout::col_major> a;
    right<double, 4, 8> b;
    accumulator<double, 8, 8> c;
    if (sg.get_local_linear_id() == 0)
      for (int i = 0; i < 32; ++i) {
        to[i] = i + 0.5;
        to[i + 32] = 31 - i;
      }
    sycl::group_barrier(sg);
    joint_matrix_load(sg, a, to, 8);
    joint_matrix_load(sg, b, to + 32, 8);
    joint_matrix_fill(sg, c, 0.25);
    joint_matrix_mad(sg, c, a, b, c);
    sycl::group_barrier(sg);
    joint_matrix_store(sg, c, to, 8, layout::col_major);
  });
  bool ok = true;
  for (int row = 0; row < 8; ++row)
    for (int col = 0; col < 8; ++col) {
      double sum = 0.25;
      for (int k = 0; k < 4; ++k)
        sum += (k * 8 + row + 0.5) * (31 - (k * 8 + col));
      ok = ok && out[col * 8 + row] == sum;
    }
  return ok;
}

bool tf32(sycl::queue &q) {
  // A ninth bit of the mantissa stays; an eleventh goes, unless it is rounded.
  const float kept = 1 + 1.0f / 512, lost = 1 + 1.0f / 2048;
  auto out = run<float>(q, 512, [=](sycl::sub_group sg, auto to) {
    left<precision::tf32, 16, 8> a;
    right<precision::tf32, 8, 16> b;
    accumulator<float, 16, 16> c;
    joint_matrix_fill(sg, a, kept);
    joint_matrix_fill(sg, b, lost);
    joint_matrix_fill(sg, c, 0.0f);
    joint_matrix_mad(sg, c, a, b, c);
    joint_matrix_store(sg, c, to, 16, layout::row_major);
    joint_matrix_apply(sg, b, [](float &x) { x = round_to_tf32(x); });
    joint_matrix_fill(sg, c, 0.0f);
    joint_matrix_mad(sg, c, a, b, c);
    joint_matrix_store(sg, c, to + 256, 16, layout::row_major);
  });
  const float infinity = std::numeric_limits<float>::infinity();
  bool ok = round_to_tf32(infinity) == infinity &&
            std::isnan(round_to_tf32(std::nanf(""))) &&
            round_to_tf32(lost) == 1 + 1.0f / 1024 &&
            round_to_tf32(-kept) == -kept;
  for (int i = 0; i < 256; ++i)
    ok = ok && out[i] == 8 * kept &&
         out[i + 256] == 8 * kept * (1 + 1.0f / 1024);
  return ok;
}

int main() {
  sycl::queue q;
  std::printf("fill and apply %d\n", fill_and_apply(q));
  std::printf("copy %d\n", copy(q));
  std::printf("mixed accumulators %d\n", mixed_accumulators(q));
  std::printf("blocks %d\n", blocks(q));
  std::printf("double %d\n", in_double(q));
  std::printf("tf32 %d\n", tf32(q));
}
