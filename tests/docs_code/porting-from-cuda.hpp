// Names in the examples of docs/porting-from-cuda.md. Functions and types are
// those of cuda.h and cublas_v2.h, which come with CUDA only.
using CUcontext = struct CUctx_st *;
using CUstream = struct CUstream_st *;
using cublasHandle_t = struct cublasContext *;
enum cublasOperation_t { CUBLAS_OP_T = 1 };
int (*cuCtxSetCurrent)(CUcontext);
int (*cuStreamSynchronize)(CUstream);
int (*cublasSetStream)(cublasHandle_t, CUstream);
int (*cublasSgemv)(cublasHandle_t, cublasOperation_t, int rows, int columns,
                   const float *alpha, const float *a, int lda, const float *x,
                   int incx, const float *beta, float *y, int incy);
cublasHandle_t blas;
sycl::queue queue;
float one, zero, *a, *x, *y;
int n;
