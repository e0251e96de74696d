// Attributes of kernels on variables are refused.
#include "kernel.hpp"

#define SIZE __attribute__((annotate("sycl_reqd_work_group_size", 8)))

SIZE int global;

struct local_variable : plain {
  int *p;
  void operator()() const {
    SIZE int local = *p;
    *p = local + 1;
  }
};

int main() {
  submit<class LocalVariable>(local_variable{});
  return global;
}
