// Libraries with kernels of the same name are opened and closed over and over.
// The program itself does not use the runtime: in `unload` it comes and goes
// with them; in `keep` it stays. TANDEM_SLOW_TESTS makes it 1,000 rounds, over
// which memory must not grow.
// AT-MOST: 2
// CASE: keep => 0
// CASE: unload => 0
// STEP: $CXX -fsycl -O1 -shared -fPIC -DVALUE=1 $DIR/library.cpp -o $OUT/libone.so
// STEP: $CXX -fsycl -O1 -shared -fPIC -DVALUE=2 $DIR/library.cpp -o $OUT/libtwo.so
// STEP: clang++-19 -O1 $SRC -ldl -o $OUT/program
// EXPECT: right
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

// Pages that the second half of the rounds may add: allocators are not exact.
constexpr long growth_limit = 512;

static long resident_pages() {
  long size = 0, resident = 0;
  if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &size, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident;
}

static void *open(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::puts(dlerror());
    std::exit(1);
  }
  return library;
}

static void check(void *library, int expected) {
  auto compute = reinterpret_cast<int (*)()>(dlsym(library, "library_compute"));
  int got = compute();
  if (got != expected) {
    std::printf("wrong: %d instead of %d\n", got, expected);
    std::exit(1);
  }
}

int main(int, char **argv) {
  bool keep = std::strcmp(argv[1], "keep") == 0;
  int rounds = std::getenv("TANDEM_SLOW_TESTS") ? 1000 : 50;
  long resident_at_half = 0;
  for (int round = 0; round < rounds; ++round) {
    if (round == rounds / 2)
      resident_at_half = resident_pages();
    void *one = open("./libone.so");
    // One more reference to what came with the library.
    if (keep && !dlopen("libtandem.so.1", RTLD_NOW | RTLD_NOLOAD))
      std::puts(dlerror());
    check(one, 10);
    void *two = open("./libtwo.so");
    check(two, 20);
    check(one, 10);
    dlclose(one);
    check(two, 20);
    one = open("./libone.so");
    check(one, 10);
    dlclose(two);
    dlclose(one);
  }
  long growth = resident_pages() - resident_at_half;
  if (growth > growth_limit)
    return std::printf("grew by %ld pages\n", growth), 1;
  std::puts("right");
}
