// Shared code of the programs in this folder: OpenCL calls that throw, and
// programs of OpenCL C.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <sycl/sycl.hpp>

#include <sycl/backend/opencl.hpp>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

constexpr auto opencl = sycl::backend::opencl;
using sycl::opencl::get_reference_count;

inline void check(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + ": " + std::to_string(status));
}

// The result of a call whose last argument is the place of its status.
template <class Call> auto checked(const char *name, const Call &call) {
  cl_int status = CL_SUCCESS;
  const auto made = call(&status);
  check(status, name);
  return made;
}

// A program of OpenCL C, which is not built.
inline cl_program program_of(cl_context context, const char *source) {
  return checked("clCreateProgramWithSource", [&](cl_int *status) {
    return clCreateProgramWithSource(context, 1, &source, nullptr, status);
  });
}

// A kernel of a program that is built for it.
inline cl_kernel kernel_of(cl_context context, const char *source,
                           const char *name) {
  const cl_program program = program_of(context, source);
  check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr),
        "clBuildProgram");
  const cl_kernel kernel = checked("clCreateKernel", [&](cl_int *status) {
    return clCreateKernel(program, name, status);
  });
  check(clReleaseProgram(program), "clReleaseProgram");
  return kernel;
}

// Prints the code of the error that a call throws.
template <class Call> void refused(const char *what, const Call &call) {
  try {
    call();
    std::printf("%s: accepted\n", what);
  } catch (const sycl::exception &error) {
    const bool other = error.code() == sycl::errc::backend_mismatch;
    const bool invalid = error.code() == sycl::errc::invalid;
    std::printf("%s: %s\n", what,
                other     ? "another backend"
                : invalid ? "invalid"
                          : error.what());
  }
}

template <class List> void print(const char *what, const List &values) {
  std::printf("%s:", what);
  for (int value : values)
    std::printf(" %d", value);
  std::printf("\n");
}
