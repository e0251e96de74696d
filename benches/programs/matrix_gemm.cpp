// c = a * b of bfloat16 matrices by joint_matrix, compared with cuBLAS on the
// same device: tiles in local memory, which are copied in the background,
// several stages ahead; each sub-group has a block of 64 x 64 of the result.
//
//   matrix_gemm [sizes…]
//
// The cuBLAS library is searched for when the program runs (libcublas.so, or
// CUBLAS_LIBRARY). Devices without CUDA only get the first column.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sycl/sycl.hpp>
#include <utility>
#include <vector>

using namespace sycl::ext::oneapi::experimental::matrix;
using sycl::ext::oneapi::bfloat16;

// Rows and columns of a work-group's block of the result, how far a stage
// reaches, stages.
constexpr size_t bm = 128, bn = 128, bk = 64, stages = 3;
// A sub-group's block.
constexpr size_t sm = 64, sn = 64, tile = 16;
constexpr size_t sub_groups = bm / sm * (bn / sn), items = 32 * sub_groups;
// Padding spreads the rows of a tile over the banks of local memory.
constexpr size_t a_row = bk + 8, b_row = bn + 8;
// Neighbouring work-groups share columns of b in blocks of `swizzle` rows.
constexpr size_t swizzle = 8;

template <class T, use Use, layout Layout = layout::row_major>
using factor = joint_matrix<sycl::sub_group, T, Use, tile, tile, Layout>;
using accumulator =
    joint_matrix<sycl::sub_group, float, use::accumulator, tile, tile>;

void multiply(sycl::queue &q, const bfloat16 *a, const bfloat16 *b, float *c,
              size_t n) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<bfloat16, 1> as(stages * bm * a_row, h),
        bs(stages * bk * b_row, h);
    const size_t across = n / bn, down = n / bm;
    h.parallel_for(
        sycl::nd_range<1>(across * down * items, items),
        [=](sycl::nd_item<1> it) [[sycl::reqd_work_group_size(items),
                                   sycl::reqd_sub_group_size(32)]] {
          constexpr auto no = sycl::access::decorated::no;
          constexpr auto global = sycl::access::address_space::global_space;
          const auto group = it.get_group();
          const auto sg = it.get_sub_group();
          const size_t id = group.get_group_linear_id();
          const size_t band = id / (swizzle * across) * swizzle;
          const size_t height = sycl::min(swizzle, down - band);
          const size_t in_band = id - band * across;
          const size_t row = (band + in_band % height) * bm,
                       col = in_band / height * bn;
          const size_t s = sg.get_group_linear_id();
          const size_t sub_row = s / (bn / sn) * sm,
                       sub_col = s % (bn / sn) * sn;
          const auto a_tiles = as.get_multi_ptr<no>();
          const auto b_tiles = bs.get_multi_ptr<no>();
          const auto a_from = sycl::address_space_cast<global, no>(a + row * n);
          const auto b_from = sycl::address_space_cast<global, no>(b + col);

          accumulator sums[sm / tile][sn / tile];
#pragma unroll
          for (size_t i = 0; i < sm / tile; ++i)
#pragma unroll
            for (size_t j = 0; j < sn / tile; ++j)
              joint_matrix_fill(sg, sums[i][j], 0.0f);

          // Both tiles of a stage; complete when the second event is.
          auto begin = [&](size_t stage, size_t k) {
            group.ext_tandem_async_copy_2d(a_tiles + stage * bm * a_row, a_row,
                                           a_from + k, n, bm, bk);
            return group.ext_tandem_async_copy_2d(
                b_tiles + stage * bk * b_row, b_row, b_from + k * n, n, bk, bn);
          };
          sycl::device_event next = begin(0, 0), later = begin(1, bk);
          size_t read = 0, write = stages - 1;
          for (size_t k = 0; k < n; k += bk) {
            group.wait_for(next);
            next = later;
            if (k + (stages - 1) * bk < n)
              later = begin(write, k + (stages - 1) * bk);
            const auto at = a_tiles + read * bm * a_row + sub_row * a_row;
            const auto bt = b_tiles + read * bk * b_row + sub_col;
#pragma unroll
            for (size_t kk = 0; kk < bk; kk += tile) {
              factor<bfloat16, use::a> left[sm / tile];
              factor<bfloat16, use::b> right[sn / tile];
#pragma unroll
              for (size_t i = 0; i < sm / tile; ++i)
                joint_matrix_load(sg, left[i], at + i * tile * a_row + kk,
                                  a_row);
#pragma unroll
              for (size_t j = 0; j < sn / tile; ++j)
                joint_matrix_load(sg, right[j], bt + kk * b_row + j * tile,
                                  b_row);
#pragma unroll
              for (size_t i = 0; i < sm / tile; ++i)
#pragma unroll
                for (size_t j = 0; j < sn / tile; ++j)
                  joint_matrix_mad(sg, sums[i][j], left[i], right[j],
                                   sums[i][j]);
            }
            read = read + 1 == stages ? 0 : read + 1;
            write = write + 1 == stages ? 0 : write + 1;
          }
#pragma unroll
          for (size_t i = 0; i < sm / tile; ++i)
#pragma unroll
            for (size_t j = 0; j < sn / tile; ++j)
              joint_matrix_store(sg, sums[i][j],
                                 sycl::address_space_cast<global, no>(
                                     c + (row + sub_row + i * tile) * n + col +
                                     sub_col + j * tile),
                                 n, layout::row_major);
        });
  });
}

// The functions of cuBLAS that the program needs.
class cublas {
  using create_t = int (*)(void **);
  using gemm_t = int (*)(void *, int, int, int, int, int, const void *,
                         const void *, int, int, const void *, int, int,
                         const void *, void *, int, int, int, int);
  using wait_t = int (*)();
  void *m_handle = nullptr;
  gemm_t m_gemm = nullptr;
  wait_t m_wait = nullptr;

public:
  explicit cublas(const sycl::queue &q) {
    if (q.get_backend() != sycl::backend::ext_oneapi_cuda)
      return;
    const char *name = std::getenv("CUBLAS_LIBRARY");
    void *library = dlopen(name ? name : "libcublas.so", RTLD_NOW);
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library || !driver)
      return;
    const auto create = create_t(dlsym(library, "cublasCreate_v2"));
    m_wait = wait_t(dlsym(driver, "cuCtxSynchronize"));
    const auto gemm = gemm_t(dlsym(library, "cublasGemmEx"));
    if (create && m_wait && gemm && create(&m_handle) == 0)
      m_gemm = gemm;
  }
  explicit operator bool() const { return m_gemm; }
  void wait() const { m_wait(); }
  // The rows of a row-major matrix are the columns of its transposed.
  void multiply(const bfloat16 *a, const bfloat16 *b, float *c, int n) const {
    const float one = 1, zero = 0;
    constexpr int bf16 = 14, f32 = 0, compute_f32 = 68, by_default = -1;
    if (m_gemm(m_handle, 0, 0, n, n, n, &one, b, bf16, n, a, bf16, n, &zero, c,
               f32, n, compute_f32, by_default))
      std::printf("cublasGemmEx failed\n");
  }
};

// Seconds that one of many takes, the best of several runs.
template <class F, class W> double seconds(F run, W wait) {
  run(), wait();
  double best = 1e30;
  for (int round = 0; round < 5; ++round) {
    constexpr int times = 10;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i)
      run();
    wait();
    const std::chrono::duration<double> taken =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count() / times);
  }
  return best;
}

int main(int argc, char **argv) {
  sycl::queue q{sycl::property::queue::in_order()};
  const cublas blas(q);
  std::printf("%6s %14s %14s %6s %s\n", "n", "TFLOPS", "cuBLAS", "ratio",
              "largest error");
  std::vector<size_t> sizes;
  for (int i = 1; i < argc; ++i)
    sizes.push_back(std::strtoul(argv[i], nullptr, 10));
  if (sizes.empty())
    sizes = {1024, 2048, 4096, 8192};
  for (size_t n : sizes) {
    if (n % bm || n % bn || n % bk || n < stages * bk) {
      std::printf("%zu is no multiple of the blocks\n", n);
      continue;
    }
    auto *a = sycl::malloc_device<bfloat16>(n * n, q);
    auto *b = sycl::malloc_device<bfloat16>(n * n, q);
    auto *c = sycl::malloc_device<float>(n * n, q);
    std::vector<bfloat16> ha(n * n), hb(n * n);
    for (size_t i = 0; i < n * n; ++i) {
      ha[i] = bfloat16(float(int(i * 7919 % 127) - 63) / 64);
      hb[i] = bfloat16(float(int(i * 104729 % 113) - 56) / 64);
    }
    q.copy(ha.data(), a, n * n).wait();
    q.copy(hb.data(), b, n * n).wait();
    const double own =
        seconds([&] { multiply(q, a, b, c, n); }, [&] { q.wait_and_throw(); });
    std::vector<float> row(n);
    q.copy(c + (n - 1) * n, row.data(), n).wait();
    double error = 0;
    for (size_t j = 0; j < n; j += 97) {
      double sum = 0;
      for (size_t k = 0; k < n; ++k)
        sum +=
            double(float(ha[(n - 1) * n + k])) * double(float(hb[k * n + j]));
      error = std::fmax(error, std::fabs(sum - row[j]));
    }
    const double work = 2e-12 * double(n) * double(n) * double(n);
    if (blas) {
      const double peer = seconds([&] { blas.multiply(a, b, c, int(n)); },
                                  [&] { blas.wait(); });
      std::printf("%6zu %14.1f %14.1f %6.2f %g\n", n, work / own, work / peer,
                  peer / own, error);
    } else {
      std::printf("%6zu %14.1f %14s %6s %g\n", n, work / own, "-", "-", error);
    }
    std::fflush(stdout);
    for (void *memory : {(void *)a, (void *)b, (void *)c})
      sycl::free(memory, q);
  }
}
