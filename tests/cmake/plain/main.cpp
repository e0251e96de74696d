#include <cstdio>

int sum_of_first(int n);

int main() { std::printf("sum = %d\n", sum_of_first(64)); }
