// Value types without initial values: as members of unions and of unnamed
// structures, in constant expressions, and in local memory.
// REQUIRES: aspect:fp16
// EXPECT: half 1.5, halves 1 -2, vector 4 5
// EXPECT: bfloat16 3, nested 7 8 9
// EXPECT: braces are zero: 1
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>

using sycl::half, sycl::half2, sycl::float4;
using sycl::ext::oneapi::bfloat16;

union HalfBits {
  half number;
  uint16_t bits;
};
union HalfPair {
  struct {
    half low, high;
  } parts;
  struct {
    half first, second;
  };
  half2 vector;
  uint32_t bits;
};
union BrainBits {
  bfloat16 number;
  uint16_t bits;
};
struct Block {
  union {
    struct {
      float x, y, z, w;
    };
    float4 vector;
    sycl::vec<half, 8> halves;
  };
};

// Constant expressions need a value, which braces give.
constexpr half zero{};
constexpr sycl::half3 sum = sycl::half3(1, 2, 3) + sycl::half3{};
constexpr sycl::int3 negated = -sycl::float3(sum[0], 4, 5).as<sycl::int3>();
static_assert(float(zero) == 0 && float(sum[2]) == 3 && negated[0] != 0);
static_assert((sycl::int3(1, 2, 3) < sycl::int3{2, 2, 2})[0] &&
              sycl::maximum<>()(sycl::int3{}, sycl::int3(1))[2] == 1 &&
              sycl::int3(4, 5, 6).convert<float>()[1] == 5);

struct Results {
  float numbers[6];
  float nested[3];
  bool zero;
};

int main() {
  sycl::queue q;
  sycl::buffer<Results> results{1};
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only);
    h.single_task([=] {
      Results &r = out[0];
      HalfBits scale;
      scale.bits = 0x3e00;
      r.numbers[0] = scale.number;
      HalfPair pair;
      pair.bits = 0xc0003c00;
      r.numbers[1] = pair.parts.low;
      r.numbers[2] = pair.second;
      pair.first = 4.0f;
      pair.parts.high = 5.0f;
      r.numbers[3] = pair.vector.x();
      r.numbers[4] = pair.vector[1];
      BrainBits brain;
      brain.bits = 0x4040;
      r.numbers[5] = brain.number;
      Block block;
      block.x = 7, block.y = 8, block.w = 9;
      r.nested[0] = block.vector[0];
      r.nested[1] = block.vector.y();
      r.nested[2] = block.vector.w();
      r.zero = half{} == 0 && bfloat16{} == 0 && half2{}[1] == 0 &&
               (float4() == float4(0)).w();
    });
  });
  const Results r = sycl::host_accessor(results)[0];
  const float *n = r.numbers;
  std::printf("half %g, halves %g %g, vector %g %g\n", n[0], n[1], n[2], n[3],
              n[4]);
  std::printf("bfloat16 %g, nested %g %g %g\n", n[5], r.nested[0], r.nested[1],
              r.nested[2]);
  std::printf("braces are zero: %d\n", r.zero);
}
