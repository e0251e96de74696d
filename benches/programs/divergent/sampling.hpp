// Binomial trees and a Monte Carlo method: much arithmetic for each work-item,
// and a different amount.
#pragma once

#include "measure.hpp"

// Prices American put options by binomial trees; longer maturities take more
// steps.
struct Binomial {
  static constexpr int options = 1 << 14, most_steps = 64;
  const float *price, *strike, *years;
  float *out;

  void operator()(int option) const {
    const float rate = 0.02f, volatility = 0.3f;
    const int steps = 16 + int(48 * years[option]);
    const float dt = years[option] / steps;
    const float move = volatility * std::sqrt(dt), up = std::exp(move);
    const float down = 1 / up, growth = std::exp(rate * dt);
    const float rise = (growth - down) / (up - down) / growth;
    const float fall = 1 / growth - rise;
    float value[most_steps + 1];
    float leaf = price[option] * std::exp(-move * steps);
    for (int i = 0; i <= steps; ++i, leaf *= up * up)
      value[i] = std::fmax(strike[option] - leaf, 0.0f);
    for (int step = steps - 1; step >= 0; --step) {
      float node = price[option] * std::exp(-move * step);
      for (int i = 0; i <= step; ++i, node *= up * up)
        value[i] = std::fmax(rise * value[i + 1] + fall * value[i],
                             strike[option] - node);
    }
    out[option] = value[0];
  }
};

// Counts random points inside of a circle. The points come from a larger square
// than they are wanted in, and those outside of it are rejected.
struct MonteCarlo {
  static constexpr int items = 1 << 13, points = 128;
  int *out;

  static float next(std::uint32_t &state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (state >> 8) * 0x1p-23f;
  }

  void operator()(int item) const {
    std::uint32_t state = mix(item) | 1;
    int inside = 0;
    for (int point = 0; point < points; ++point) {
      float x = next(state), y = next(state);
      while (x >= 1 || y >= 1) {
        x = next(state);
        y = next(state);
      }
      inside += x * x + y * y < 1;
    }
    out[item] = inside;
  }
};
