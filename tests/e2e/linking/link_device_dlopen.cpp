// device_dlopen: a SPIR-V file's functions are found by kernels that are built
// while it is open, and not any more once it is closed.
// STEP: $CXX -fsycl -O2 -DLIBRARY -fPIC -shared -fsycl-dump-device-code=dump $SRC -o libhelpers.so
// STEP: cp dump/libhelpers.so-sycl-spir64-0.spv helpers.spv
// STEP: $CXX -fsycl -O2 $SRC -o $EXE
// STEP: echo 'not a module' > broken.spv
// EXPECT-LIKE: missing: kernel `main::\{lambda\(\)#1\}::operator\(\)\(\) const::\{lambda\(\)#1\}` needs device functions that no device image defines: `twice\(int\)`; searched: .*/program \(spir64\)
// EXPECT: open: 42
// EXPECT: still: 42
// EXPECT: library: 42
// EXPECT-LIKE: closed: kernel `main::\{lambda\(\)#2\}::operator\(\)\(\) const::\{lambda\(\)#1\}` needs device functions that no device image defines: `twice\(int\)`; searched: .*/program \(spir64\)
// EXPECT: again: 42
// EXPECT: no file: cannot open device library absent.spv: No such file or directory (os error 2)
// EXPECT: broken: broken.spv: Could not read file magic
#include <cstdio>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int value);

#ifdef LIBRARY

SYCL_EXTERNAL int twice(int value) { return 2 * value; }

#else

#ifndef __SYCL_DEVICE_ONLY__
int twice(int) { return -1; }
#endif

template <class Action> static void attempt(const char *name, Action action) {
  try {
    std::printf("%s: %d\n", name, action());
  } catch (const sycl::exception &error) {
    std::printf("%s: %s\n", name, error.what());
  }
}

static int value(sycl::queue &q, const int *p) {
  int result;
  q.copy(p, &result, 1).wait();
  return result;
}

int main() {
  using sycl::ext::tandem::device_dlopen;
  sycl::queue q;
  int *out = sycl::malloc_device<int>(1, q);
  auto first = [&] {
    q.single_task([=] { *out = twice(21); }).wait();
    return value(q, out);
  };
  auto second = [&] {
    q.single_task([=] { *out = twice(20) + 2; }).wait();
    return value(q, out);
  };
  attempt("missing", first);
  auto library = device_dlopen("helpers.spv");
  attempt("open", first);
  auto copy = library;
  library.close();
  attempt("still", first);
  copy = device_dlopen("libhelpers.so");
  attempt("library", first);
  copy.close();
  attempt("closed", second);
  copy = device_dlopen("helpers.spv");
  attempt("again", second);
  attempt("no file", [&] { return bool(device_dlopen("absent.spv")); });
  attempt("broken", [&] { return bool(device_dlopen("broken.spv")); });
  sycl::free(out, q);
}

#endif
