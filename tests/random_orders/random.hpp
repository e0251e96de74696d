// Random numbers that are the same everywhere.
#pragma once
#include <random>

namespace orders {

class Random {
public:
  explicit Random(unsigned seed) : m_engine(seed) {}

  int below(int n) {
    return static_cast<int>(m_engine() % static_cast<unsigned>(n));
  }
  bool one_in(int n) { return below(n) == 0; }

private:
  std::mt19937 m_engine;
};

} // namespace orders
