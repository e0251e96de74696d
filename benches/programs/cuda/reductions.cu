// The sums of reductions.cpp by CUB: microseconds for each.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

constexpr int bursts = 15, burst = 10;

__global__ void fill(float *data, size_t count) {
  for (size_t at = blockIdx.x * size_t(blockDim.x) + threadIdx.x; at < count;
       at += size_t(blockDim.x) * gridDim.x)
    data[at] = 1;
}

int main(int argc, char **argv) {
  for (int argument = 1; argument < argc; ++argument) {
    const size_t count = size_t(std::atof(argv[argument]) * (1 << 20));
    float *data, *sum;
    void *scratch = nullptr;
    size_t bytes = 0;
    cudaMalloc(&data, count * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    fill<<<1024, 256>>>(data, count);
    cub::DeviceReduce::Sum(scratch, bytes, data, sum, count);
    cudaMalloc(&scratch, bytes);
    std::vector<double> times;
    for (int repetition = -1; repetition < bursts; ++repetition) {
      cudaDeviceSynchronize();
      auto begin = std::chrono::steady_clock::now();
      for (int index = 0; index < burst; ++index)
        cub::DeviceReduce::Sum(scratch, bytes, data, sum, count);
      cudaDeviceSynchronize();
      std::chrono::duration<double, std::micro> time =
          std::chrono::steady_clock::now() - begin;
      if (repetition >= 0)
        times.push_back(time.count() / burst);
    }
    std::sort(times.begin(), times.end());
    float result = 0;
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%-44s %9zu Ki %9.1f us  %s\n", "CUB", count >> 10,
                times[times.size() / 2],
                result == float(count) ? "right" : "wrong");
    cudaFree(data);
    cudaFree(sum);
    cudaFree(scratch);
  }
}
