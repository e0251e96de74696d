// Twelve kernels of several kinds, timed by profiling events: the SYCL side of
// `ocl_kernels.py`, which times the same kernels in OpenCL C. Sizes, work-group
// sizes and inputs' ranges are the same on both sides.
//   usage: ocl_kernels [runs=15]        prints "<kernel> <median ms>" a line
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

constexpr int N = 1 << 22, W = 2048, G = 512, BODIES = 8192, TILE = 16;
constexpr unsigned GROUP = 256;

// Times one kernel: two runs to warm up, then the median of `runs`.
template <class Submit>
void time_kernel(const char *name, int runs, Submit submit) {
  std::vector<double> ms;
  for (int run = 0; run < runs + 2; ++run) {
    sycl::event event = submit();
    event.wait();
    auto start =
        event.get_profiling_info<sycl::info::event_profiling::command_start>();
    auto end =
        event.get_profiling_info<sycl::info::event_profiling::command_end>();
    if (run >= 2)
      ms.push_back(double(end - start) * 1e-6);
  }
  std::sort(ms.begin(), ms.end());
  std::printf("%-12s %.3f\n", name, ms[ms.size() / 2]);
}

sycl::nd_range<1> line(int items) {
  return {sycl::range<1>(items), sycl::range<1>(GROUP)};
}
sycl::nd_range<2> square(int side) {
  return {sycl::range<2>(side, side), sycl::range<2>(TILE, TILE)};
}

int failures = 0;
void check(const char *name, double got, double want, double tolerance) {
  if (std::fabs(got - want) <= tolerance * std::max(1.0, std::fabs(want)))
    return;
  std::fprintf(stderr, "%s: got %g, want %g\n", name, got, want);
  ++failures;
}

int main(int argc, char **argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 15;
  sycl::queue q{sycl::property_list{sycl::property::queue::in_order{},
                                    sycl::property::queue::enable_profiling{}}};
  std::mt19937 rng(1);
  auto floats = [&](int n) {
    std::uniform_real_distribution<float> distribution(0.1f, 1.1f);
    float *values = sycl::malloc_shared<float>(n, q);
    std::generate(values, values + n, [&] { return distribution(rng); });
    return values;
  };
  float *a = floats(N), *b = floats(N), *c = floats(N), *d = floats(N),
        *e = floats(N);
  float *g1 = floats(G * G), *g2 = floats(G * G), *g3 = floats(G * G);
  auto *positions = reinterpret_cast<sycl::float4 *>(floats(BODIES * 4));
  auto *velocities = reinterpret_cast<sycl::float4 *>(floats(BODIES * 4));
  auto *bytes = sycl::malloc_shared<std::uint8_t>(N, q);
  std::generate(bytes, bytes + N, [&] { return std::uint8_t(rng()); });
  auto *counts = sycl::malloc_shared<unsigned>(256, q);
  std::fill(counts, counts + 256, 0u);
  int *order = sycl::malloc_shared<int>(N, q),
      *iterations = sycl::malloc_shared<int>(W * W, q);
  std::iota(order, order + N, 0);
  std::shuffle(order, order + N, rng);

  time_kernel("triad", runs, [&] {
    return q.parallel_for(line(N), [=](sycl::nd_item<1> item) {
      int i = item.get_global_id(0);
      a[i] = b[i] + 1.5f * c[i];
    });
  });
  check("triad", a[N / 3], b[N / 3] + 1.5 * c[N / 3], 1e-6);

  time_kernel("blackscholes", runs, [&] {
    return q.parallel_for(line(N), [=](sycl::nd_item<1> item) {
      int i = item.get_global_id(0);
      float s = a[i], x = b[i], t = c[i], root = sycl::sqrt(t);
      float d1 = (sycl::log(s / x) + (0.02f + 0.5f * 0.3f * 0.3f) * t) /
                 (0.3f * root),
            d2 = d1 - 0.3f * root;
      float n1 = 0.5f * sycl::erfc(-d1 * 0.70710678f),
            n2 = 0.5f * sycl::erfc(-d2 * 0.70710678f);
      float discounted = sycl::exp(-0.02f * t) * x;
      d[i] = s * n1 - discounted * n2;
      e[i] = discounted * (1 - n2) - s * (1 - n1);
    });
  });
  check("blackscholes", d[7] - e[7], a[7] - std::exp(-0.02 * c[7]) * b[7],
        1e-5); // Put-call parity.

  time_kernel("mandel", runs, [&] {
    return q.parallel_for(square(W), [=](sycl::nd_item<2> item) {
      int x = item.get_global_id(1), y = item.get_global_id(0), k = 0;
      float cr = -2.0f + 3.0f * x / W, ci = -1.0f + 2.0f * y / W, zr = 0,
            zi = 0;
      while (k < 100 && zr * zr + zi * zi < 4) {
        float t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
      }
      iterations[y * W + x] = k;
    });
  });
  check("mandel", iterations[W / 2 * W + W / 2], 100, 0);

  const int bodies = BODIES;
  time_kernel("nbody", runs, [&] {
    return q.parallel_for(line(bodies), [=](sycl::nd_item<1> item) {
      int i = item.get_global_id(0);
      sycl::float4 own = positions[i];
      sycl::float3 force(0.0f);
      for (int j = 0; j < bodies; j++) {
        sycl::float4 other = positions[j];
        sycl::float3 away(other.x() - own.x(), other.y() - own.y(),
                          other.z() - own.z());
        float s = sycl::rsqrt(sycl::dot(away, away) + 1e-3f);
        force += away * (other.w() * s * s * s);
      }
      sycl::float4 &velocity = velocities[i];
      velocity.x() += force.x() * 0.01f;
      velocity.y() += force.y() * 0.01f;
      velocity.z() += force.z() * 0.01f;
    });
  });

  auto dot = [&](int row, int column) {
    double sum = 0;
    for (int k = 0; k < G; ++k)
      sum += double(g1[row * G + k]) * g2[k * G + column];
    return sum;
  };
  const int n = G;
  time_kernel("gemm_tiled", runs, [&] {
    return q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float, 2> left({TILE, TILE}, h),
          right({TILE, TILE}, h);
      h.parallel_for(square(n), [=](sycl::nd_item<2> item) {
        int r = item.get_local_id(0), col = item.get_local_id(1),
            gr = item.get_global_id(0), gc = item.get_global_id(1);
        float sum = 0;
        for (int t = 0; t < n / TILE; t++) {
          left[r][col] = g1[gr * n + t * TILE + col];
          right[r][col] = g2[(t * TILE + r) * n + gc];
          sycl::group_barrier(item.get_group());
          for (int k = 0; k < TILE; k++)
            sum += left[r][k] * right[k][col];
          sycl::group_barrier(item.get_group());
        }
        g3[gr * n + gc] = sum;
      });
    });
  });
  check("gemm_tiled", g3[17 * G + 33], dot(17, 33), 1e-4);

  time_kernel("gemm_naive", runs, [&] {
    return q.parallel_for(square(n), [=](sycl::nd_item<2> item) {
      int gr = item.get_global_id(0), gc = item.get_global_id(1);
      float sum = 0;
      for (int k = 0; k < n; k++)
        sum += g1[gr * n + k] * g2[k * n + gc];
      g3[gr * n + gc] = sum;
    });
  });
  check("gemm_naive", g3[300 * G + 5], dot(300, 5), 1e-4);

  time_kernel("reduce", runs, [&] {
    return q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float, 1> sums(GROUP, h);
      h.parallel_for(line(N / 64), [=](sycl::nd_item<1> item) {
        int l = item.get_local_id(0), items = item.get_global_range(0);
        float sum = 0;
        for (int k = 0; k < 64; k++)
          sum += a[item.get_global_id(0) + k * items];
        sums[l] = sum;
        sycl::group_barrier(item.get_group());
        for (int k = 128; k > 0; k >>= 1) {
          if (l < k)
            sums[l] += sums[l + k];
          sycl::group_barrier(item.get_group());
        }
        if (l == 0)
          d[item.get_group(0)] = sums[0];
      });
    });
  });
  check("reduce", std::accumulate(d, d + N / 64 / GROUP, 0.0),
        std::accumulate(a, a + N, 0.0), 1e-5);

  const int w = W;
  time_kernel("stencil", runs, [&] {
    return q.parallel_for(square(w - 16), [=](sycl::nd_item<2> item) {
      int x = item.get_global_id(1) + 1, y = item.get_global_id(0) + 1;
      b[y * w + x] =
          0.2f * (a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] +
                  a[(y - 1) * w + x] + a[(y + 1) * w + x]);
    });
  });
  check("stencil", b[W + 1],
        0.2 * (double(a[W + 1]) + a[W] + a[W + 2] + a[1] + a[2 * W + 1]), 1e-5);

  time_kernel("transpose", runs, [&] {
    return q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float, 2> tile({TILE, TILE + 1}, h);
      h.parallel_for(square(w), [=](sycl::nd_item<2> item) {
        int x = item.get_global_id(1), y = item.get_global_id(0),
            lx = item.get_local_id(1), ly = item.get_local_id(0);
        tile[ly][lx] = a[y * w + x];
        sycl::group_barrier(item.get_group());
        b[(item.get_group(1) * TILE + ly) * w + item.get_group(0) * TILE + lx] =
            tile[lx][ly];
      });
    });
  });
  check("transpose", b[3 * W + 1000], a[1000 * W + 3], 0);

  time_kernel("histogram", runs, [&] {
    return q.submit([&](sycl::handler &h) {
      sycl::local_accessor<unsigned, 1> bins(256, h);
      h.parallel_for(line(N / 64), [=](sycl::nd_item<1> item) {
        int i = item.get_local_id(0), items = item.get_global_range(0);
        bins[i] = 0;
        sycl::group_barrier(item.get_group());
        for (int k = 0; k < 64; k++)
          sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                           sycl::memory_scope::work_group,
                           sycl::access::address_space::local_space>(
              bins[bytes[item.get_global_id(0) + k * items]])++;
        sycl::group_barrier(item.get_group());
        sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                         sycl::memory_scope::device,
                         sycl::access::address_space::global_space>(
            counts[i]) += bins[i];
      });
    });
  });
  check("histogram", std::accumulate(counts, counts + 256, 0.0),
        double(N) * (runs + 2), 0);

  time_kernel("gather", runs, [&] {
    return q.parallel_for(line(N), [=](sycl::nd_item<1> item) {
      int i = item.get_global_id(0);
      b[i] = a[order[i]] * 2.0f;
    });
  });
  check("gather", b[12345], a[order[12345]] * 2.0, 0);

  time_kernel("sf", runs, [&] {
    return q.parallel_for(line(N / 4), [=](sycl::nd_item<1> item) {
      int i = item.get_global_id(0);
      float x = a[i];
      for (int k = 0; k < 16; k++)
        x = sycl::sin(x) + sycl::cos(x * 0.5f);
      b[i] = x;
    });
  });
  float x = a[99];
  for (int k = 0; k < 16; ++k)
    x = std::sin(x) + std::cos(x * 0.5f);
  check("sf", b[99], x, 1e-4);

  for (void *memory :
       {(void *)a, (void *)b, (void *)c, (void *)d, (void *)e, (void *)g1,
        (void *)g2, (void *)g3, (void *)positions, (void *)velocities,
        (void *)bytes, (void *)counts, (void *)order, (void *)iterations})
    sycl::free(memory, q);
  return failures != 0;
}
