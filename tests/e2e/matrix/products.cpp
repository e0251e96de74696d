// Products of matrices of a sub-group: all types and shapes, with factors and
// results in both orders, in global and in local memory, with rows that begin
// at aligned and at odd places.
// REQUIRES: aspect:ext_intel_matrix, aspect:fp16, sub_group_size:32
// EXPECT: half to float 1 1 1
// EXPECT: half to half 1 1 1
// EXPECT: bfloat16 to float 1 1 1
// EXPECT: int8_t to int32_t 1 1 1
// EXPECT: uint8_t to int32_t 1 1 1
// EXPECT: tf32 to float 1
#include <cstdio>
#include <sycl/sycl.hpp>
#include <type_traits>
#include <vector>

using namespace sycl::ext::oneapi::experimental::matrix;
using sycl::ext::oneapi::bfloat16;

// The type that holds a matrix's elements in memory.
template <class T>
using memory = std::conditional_t<std::is_same_v<T, precision::tf32>, float, T>;

// Where an element is.
size_t place(layout order, size_t row, size_t col, size_t stride) {
  return order == layout::row_major ? row * stride + col : col * stride + row;
}

// Elements of a matrix with padded rows or columns, after an offset.
size_t elements(layout order, size_t rows, size_t cols, size_t pad) {
  return (order == layout::row_major ? rows * (cols + pad)
                                     : cols * (rows + pad)) +
         pad;
}

template <class T> memory<T> element(size_t i) {
  if constexpr (std::is_unsigned_v<memory<T>>)
    return memory<T>(i * 7 % 200);
  else
    return memory<T>(float(int(i * 7 % 11) - 5));
}

template <class F, class C, size_t M, size_t N, size_t K, layout A, layout B,
          layout R, bool Local>
bool product(sycl::queue &q, size_t pad) {
  using T = memory<F>;
  const size_t a_stride = (A == layout::row_major ? K : M) + pad,
               b_stride = (B == layout::row_major ? N : K) + pad,
               c_stride = (R == layout::row_major ? N : M) + pad;
  std::vector<T> a(elements(A, M, K, pad)), b(elements(B, K, N, pad));
  std::vector<C> c(elements(R, M, N, pad));
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = element<F>(i);
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = element<F>(3 * i + 1);
  for (size_t i = 0; i < c.size(); ++i)
    c[i] = C(float(int(i % 5) - 2));
  const std::vector<C> before = c;
  {
    sycl::buffer<T> ba(a.data(), a.size()), bb(b.data(), b.size());
    sycl::buffer<C> bc(c.data(), c.size());
    q.submit([&](sycl::handler &h) {
      sycl::accessor ga(ba, h, sycl::read_only), gb(bb, h, sycl::read_only);
      sycl::accessor gc(bc, h);
      sycl::local_accessor<T, 1> la(a.size(), h), lb(b.size(), h);
      sycl::local_accessor<C, 1> lc(c.size(), h);
      h.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) {
        constexpr auto no = sycl::access::decorated::no;
        sycl::sub_group sg = it.get_sub_group();
        joint_matrix<sycl::sub_group, F, use::a, M, K, A> ma;
        joint_matrix<sycl::sub_group, F, use::b, K, N, B> mb;
        joint_matrix<sycl::sub_group, C, use::accumulator, M, N> mc;
        if constexpr (Local) {
          for (size_t i = it.get_local_id(0); i < la.size(); i += 32)
            la[i] = ga[i];
          for (size_t i = it.get_local_id(0); i < lb.size(); i += 32)
            lb[i] = gb[i];
          for (size_t i = it.get_local_id(0); i < lc.size(); i += 32)
            lc[i] = gc[i];
          sycl::group_barrier(it.get_group());
          joint_matrix_load(sg, ma, la.template get_multi_ptr<no>() + pad,
                            a_stride);
          joint_matrix_load(sg, mb, lb.template get_multi_ptr<no>() + pad,
                            b_stride);
          joint_matrix_load(sg, mc, lc.template get_multi_ptr<no>() + pad,
                            c_stride, R);
        } else {
          joint_matrix_load(sg, ma, ga.template get_multi_ptr<no>() + pad,
                            a_stride);
          joint_matrix_load(sg, mb, gb.template get_multi_ptr<no>() + pad,
                            b_stride);
          joint_matrix_load(sg, mc, gc.template get_multi_ptr<no>() + pad,
                            c_stride, R);
        }
        joint_matrix_mad(sg, mc, ma, mb, mc);
        joint_matrix_store(sg, mc, gc.template get_multi_ptr<no>() + pad,
                           c_stride, R);
      });
    });
  }
  bool ok = true;
  for (size_t row = 0; row < M; ++row)
    for (size_t col = 0; col < N; ++col) {
      const size_t at = pad + place(R, row, col, c_stride);
      double sum = double(before[at]);
      for (size_t k = 0; k < K; ++k)
        sum += double(float(a[pad + place(A, row, k, a_stride)])) *
               double(float(b[pad + place(B, k, col, b_stride)]));
      ok = ok && double(c[at]) == sum;
    }
  return ok;
}

// With several paddings: the code is compiled once for all of them.
template <class F, class C, size_t M, size_t N, size_t K>
bool shape(sycl::queue &q) {
  constexpr auto row = layout::row_major, col = layout::col_major;
  bool ok = true;
  for (size_t pad : {0, 16, 3, 1}) {
    ok = ok && product<F, C, M, N, K, row, row, col, true>(q, pad);
    if constexpr (M == N)
      ok = ok && product<F, C, M, N, K, col, col, row, false>(q, pad);
  }
  return ok;
}

template <class F, class C> void shapes(sycl::queue &q, const char *name) {
  std::printf("%s %d %d %d\n", name, shape<F, C, 16, 16, 16>(q),
              shape<F, C, 8, 32, 16>(q), shape<F, C, 32, 8, 16>(q));
}

int main() {
  sycl::queue q;
  shapes<sycl::half, float>(q, "half to float");
  shapes<sycl::half, sycl::half>(q, "half to half");
  shapes<bfloat16, float>(q, "bfloat16 to float");
  shapes<int8_t, int32_t>(q, "int8_t to int32_t");
  shapes<uint8_t, int32_t>(q, "uint8_t to int32_t");
  std::printf("tf32 to float %d\n",
              shape<precision::tf32, float, 16, 16, 8>(q));
}
