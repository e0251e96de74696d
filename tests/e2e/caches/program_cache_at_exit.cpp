// The default context, and one that a static object keeps, outlive main: at
// exit they say what they have, each once, before the images go. Code that was
// compiled ahead of time has the options of its link.
// RUN: $EXE 2> trace; cat trace >&2; grep -c 'contents of a context at its end' trace
// ENV: SYCL_CACHE_TRACE=2
// EXPECT: done
// EXPECT: 2
// EXPECT-STDERR: tandem: program cache: program 1 is built from program
// EXPECT-STDERR: tandem: program cache: program 2 is built from program
// EXPECT-STDERR: tandem: program cache: contents of a context at its end
// EXPECT-STDERR-LIKE:   work\(sycl::queue&\)::Work from program(, options .*)? -> program 2
// EXPECT-STDERR: tandem: program cache: contents of a context at its end
// EXPECT-STDERR-LIKE:   work\(sycl::queue&\)::Work from program(, options .*)? -> program 1
#include <cstdio>
#include <memory>
#include <sycl/sycl.hpp>

static std::unique_ptr<sycl::queue> kept;

static void work(sycl::queue &q) {
  q.single_task<class Work>([] {}).wait();
}

int main() {
  sycl::queue q;
  work(q);
  kept = std::make_unique<sycl::queue>(sycl::context(q.get_device()),
                                       q.get_device());
  work(*kept);
  std::printf("done\n");
}
