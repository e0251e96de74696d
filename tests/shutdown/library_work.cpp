// Work in the constructor and the destructor of a library that is linked in.
// CASE: all => 0
// STEP: $CXX -fsycl -O1 -shared -fPIC -DWORK_AT_LOAD $DIR/library.cpp -o $OUT/libwork.so
// STEP: $CXX -O1 $SRC -L$OUT -lwork -Wl,-rpath,$OUT -o $OUT/program
// EXPECT: constructor: 10
// EXPECT: main: 10
// EXPECT: destructor:
#include <cstdio>

extern "C" int library_compute();

int main() {
  std::printf("main: %d\n", library_compute());
  std::fflush(stdout);
}
