// The kernels of ../images.cpp with CUDA's textures and surfaces: milliseconds
// of each kernel, the median of bursts.
//   usage: images [runs=9] [burst=20]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int SIZE = 2048, SOURCE_X = 1500, SOURCE_Y = 1100;
constexpr int VOLUME = 128, RAYS = 1024, STEPS = 64;

static uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

static std::vector<uint8_t> texels(size_t count) {
  std::vector<uint8_t> bytes(count * 4);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = uint8_t(mix(uint32_t(i)));
  return bytes;
}

struct image {
  cudaArray_t array;
  cudaSurfaceObject_t surface;
};

static image make(int width, int height, int depth, const uint8_t *bytes) {
  image made{};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaMalloc3DArray(&made.array, &format, make_cudaExtent(width, height, depth),
                    cudaArraySurfaceLoadStore);
  if (bytes) {
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<uint8_t *>(bytes),
                                      width * size_t(4), width, height);
    copy.dstArray = made.array;
    copy.extent = make_cudaExtent(width, height, depth ? depth : 1);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
  }
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = made.array;
  cudaCreateSurfaceObject(&made.surface, &resource);
  return made;
}

static cudaTextureObject_t texture(const image &of, bool is_normalized,
                                   bool is_linear) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = of.array;
  cudaTextureDesc description{};
  for (auto &mode : description.addressMode)
    mode = cudaAddressModeClamp;
  description.filterMode =
      is_linear ? cudaFilterModeLinear : cudaFilterModePoint;
  description.readMode = cudaReadModeNormalizedFloat;
  description.normalizedCoords = is_normalized;
  cudaTextureObject_t made;
  cudaCreateTextureObject(&made, &resource, &description, nullptr);
  return made;
}

__device__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ float4 operator*(float a, float4 b) {
  return make_float4(a * b.x, a * b.y, a * b.z, a * b.w);
}

__device__ void write(cudaSurfaceObject_t to, int x, int y, float4 color) {
  auto byte = [](float value) {
    return (unsigned char)__float2int_rn(__saturatef(value) * 255.f);
  };
  surf2Dwrite(
      make_uchar4(byte(color.x), byte(color.y), byte(color.z), byte(color.w)),
      to, x * 4, y);
}

__global__ void invert(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const uchar4 pixel = surf2Dread<uchar4>(in, x * 4, y);
  write(out, x, y,
        make_float4(1 - pixel.x / 255.f, 1 - pixel.y / 255.f,
                    1 - pixel.z / 255.f, 1 - pixel.w / 255.f));
}

__global__ void bilateral(cudaTextureObject_t in, cudaSurfaceObject_t out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const float4 center = tex2D<float4>(in, x + 0.5f, y + 0.5f);
  float4 sum = make_float4(0, 0, 0, 0);
  float weights = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      const float4 color = tex2D<float4>(in, x + 0.5f + dx, y + 0.5f + dy);
      const float a = color.x - center.x, b = color.y - center.y,
                  c = color.z - center.z;
      const float weight = expf(-8.f * (a * a + b * b + c * c) -
                                0.125f * float(dx * dx + dy * dy));
      sum = sum + weight * color;
      weights += weight;
    }
  write(out, x, y, (1 / weights) * sum);
}

__global__ void resize(cudaTextureObject_t in, cudaSurfaceObject_t out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  write(out, x, y, tex2D<float4>(in, (x + 0.5f) / SIZE, (y + 0.5f) / SIZE));
}

__global__ void volume(cudaTextureObject_t in, cudaSurfaceObject_t out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int step = 0; step < STEPS; ++step) {
    const float z = (step + 0.5f) / STEPS;
    sum = sum + tex3D<float4>(in, (x + 20 * z) / RAYS, (y - 9 * z) / RAYS, z);
  }
  write(out, x, y, (1.f / STEPS) * sum);
}

template <class Run>
static void row(const char *name, int runs, int burst, Run run) {
  std::vector<double> times;
  for (int i = 0; i < runs + 2; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    for (int j = 0; j < burst; ++j)
      run();
    cudaDeviceSynchronize();
    const std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - begin;
    if (i >= 2)
      times.push_back(time.count() / burst);
  }
  std::sort(times.begin(), times.end());
  std::printf("%s %.4f\n", name, times[times.size() / 2]);
}

int main(int argc, char **argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 9;
  const int burst = argc > 2 ? std::atoi(argv[2]) : 20;
  const dim3 block(32, 8), grid(SIZE / 32, SIZE / 8), rays(RAYS / 32, RAYS / 8);
  const image target = make(SIZE, SIZE, 0, nullptr);
  const image plain = make(SIZE, SIZE, 0, texels(size_t(SIZE) * SIZE).data());
  const image small =
      make(SOURCE_X, SOURCE_Y, 0, texels(size_t(SOURCE_X) * SOURCE_Y).data());
  const image cloud = make(VOLUME, VOLUME, VOLUME,
                           texels(size_t(VOLUME) * VOLUME * VOLUME).data());
  const auto nearest = texture(plain, false, false);
  const auto linear = texture(small, true, true);
  const auto solid = texture(cloud, true, true);
  row("invert", runs, burst,
      [&] { invert<<<grid, block>>>(plain.surface, target.surface); });
  row("bilateral", runs, burst,
      [&] { bilateral<<<grid, block>>>(nearest, target.surface); });
  row("resize", runs, burst,
      [&] { resize<<<grid, block>>>(linear, target.surface); });
  row("volume", runs, burst,
      [&] { volume<<<rays, block>>>(solid, target.surface); });
  if (const cudaError_t error = cudaGetLastError()) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
}
