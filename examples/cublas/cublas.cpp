// cuBLAS in a SYCL queue - a matrix times a vector on the stream of the queue,
// between two kernels. Build: see CMakeLists.txt, or
//   tandem++ -fsycl -O2 cublas.cpp -I/usr/local/cuda/include
//   -L/usr/local/cuda/lib64 -lcublas -lcuda
#include <cublas_v2.h>
#include <cuda.h>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <stdexcept>

constexpr auto cuda = sycl::backend::ext_oneapi_cuda;

static void check(cublasStatus_t status, const char *call) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string(call) + ": " +
                             cublasGetStatusString(status));
}

static void check(CUresult result, const char *call) {
  if (result == CUDA_SUCCESS)
    return;
  const char *text = "unknown error";
  cuGetErrorString(result, &text);
  throw std::runtime_error(std::string(call) + ": " + text);
}

// y = A x for a square matrix of device memory, in the order of the queue's
// commands.
static sycl::event multiply(sycl::queue &queue, const float *a, const float *x,
                            float *y, int n) {
  return queue.submit([&](sycl::handler &h) {
    h.host_task([=](sycl::interop_handle handle) {
      // cuBLAS works in the context of the queue's device, on the thread of the
      // host task.
      check(cuCtxSetCurrent(handle.get_native_context<cuda>()),
            "cuCtxSetCurrent");
      const CUstream stream = handle.get_native_queue<cuda>();
      cublasHandle_t blas;
      check(cublasCreate(&blas), "cublasCreate");
      check(cublasSetStream(blas, stream), "cublasSetStream");
      const float one = 1, zero = 0;
      // The matrix is stored by rows, which are cuBLAS's columns.
      check(cublasSgemv(blas, CUBLAS_OP_T, n, n, &one, a, n, x, 1, &zero, y, 1),
            "cublasSgemv");
      // The command is complete when the host task returns.
      check(cuStreamSynchronize(stream), "cuStreamSynchronize");
      check(cublasDestroy(blas), "cublasDestroy");
    });
  });
}

int main() {
  const int n = 1024;
  sycl::queue queue{sycl::gpu_selector_v, sycl::property::queue::in_order()};
  if (queue.get_backend() != cuda) {
    std::puts("the GPU is not one of CUDA");
    return 1;
  }
  float *a = sycl::malloc_device<float>(n * n, queue);
  float *x = sycl::malloc_device<float>(n, queue);
  float *y = sycl::malloc_shared<float>(n, queue);

  // Row i of A is i, i, i, …
  queue.parallel_for(sycl::range<2>(n, n),
                     [=](sycl::id<2> i) { a[i[0] * n + i[1]] = i[0]; });
  queue.fill(x, 0.5f, n);
  multiply(queue, a, x, y, n);
  queue.parallel_for(n, [=](sycl::id<1> i) { y[i] += 1; }).wait();

  int wrong = 0;
  for (int i = 0; i < n; ++i)
    wrong += y[i] != 0.5f * n * i + 1;
  std::printf("y[1] = %g, y[%d] = %g, %d wrong\n", y[1], n - 1, y[n - 1],
              wrong);
  sycl::free(a, queue);
  sycl::free(x, queue);
  sycl::free(y, queue);
  return wrong != 0;
}
