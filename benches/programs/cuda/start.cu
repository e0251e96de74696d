// The CUDA twin of start.cpp.
#include <chrono>
#include <cstdio>

static void part(const char *name) {
  static auto last = std::chrono::steady_clock::now();
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double, std::micro> spent = now - last;
  std::printf("%s %.0f\n", name, spent.count());
  last = now;
}

__global__ void twice(int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i * 2;
}

int main() {
  part("main");
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  part("queue");
  int *x;
  cudaMalloc(&x, 1024 * sizeof(int));
  part("allocation");
  twice<<<4, 256, 0, stream>>>(x);
  cudaStreamSynchronize(stream);
  part("kernel");
  int result[1024];
  cudaMemcpy(result, x, sizeof(result), cudaMemcpyDeviceToHost);
  part("copy");
  cudaFree(x);
  return result[1000] == 2000 ? 0 : 1;
}
