// A SYCL_EXTERNAL function without definition is an import; one with definition
// an export.
#include "kernel.hpp"

SYCL_EXTERNAL int elsewhere(int);
SYCL_EXTERNAL int here(int n) { return n + 1; }

struct functor : plain {
  int *out;
  void operator()() const { *out = elsewhere(here(3)); }
};

void host() { submit<class importer>(functor{}); }
