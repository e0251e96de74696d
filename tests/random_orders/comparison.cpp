#include <algorithm>

#include "model.hpp"

namespace orders {

namespace {

// Compares an execution with the model.
class Comparison {
public:
  Comparison(const Program &program, const Expected &expected,
             const Observations &seen)
      : m_program(program), m_expected(expected), m_seen(seen) {}

  std::string run() {
    for (const Command &command : m_program.commands)
      compare_command(command);
    for (std::size_t i = 0; i < m_program.memories.size(); ++i)
      compare_memory(i);
    for (std::size_t i = 0; i < m_program.queues.size(); ++i)
      compare_errors(i);
    compare_times();
    return m_text;
  }

private:
  template <class T>
  void expect(const std::string &what, const T &expected, const T &seen) {
    if (expected != seen)
      m_text += what + ": " + std::to_string(seen) + ", expected " +
                std::to_string(expected) + "\n";
  }

  void compare_command(const Command &command) {
    const auto number = index(command.number);
    const std::string name = "command " + std::to_string(number);
    const Observations &expected = m_expected.values;
    expect<int>(name + " ran", expected.ran[number], m_seen.ran[number]);
    expect<int>(name + " threw", expected.threw[number], m_seen.threw[number]);
    expect(name + " observed", expected.sums[number], m_seen.sums[number]);
  }

  // Tells of the first difference.
  void compare_memory(std::size_t memory) {
    const Contents &expected = m_expected.values.contents[memory];
    const std::size_t before = m_text.size();
    for (std::size_t i = 0; i < expected.size() && m_text.size() == before; ++i)
      compare_chunk(memory, i, expected[i], m_seen.contents[memory][i]);
    const Contents &written = m_expected.written_back[memory];
    for (std::size_t i = 0; i < written.size(); ++i)
      for (std::size_t k = 0; k < chunk && written[i].is_defined; ++k)
        if (m_text.size() == before)
          expect("written back, " + element(memory, i, k), written[i].values[k],
                 m_seen.written_back[memory][i * chunk + k]);
  }

  void compare_chunk(std::size_t memory, std::size_t number,
                     const Chunk &expected, const Chunk &seen) {
    expect<int>(element(memory, number, 0) + " is defined", expected.is_defined,
                seen.is_defined);
    const std::size_t before = m_text.size();
    for (std::size_t k = 0; k < chunk && m_text.size() == before; ++k)
      if (expected.is_defined && seen.is_defined)
        expect(element(memory, number, k), expected.values[k], seen.values[k]);
  }

  static std::string element(std::size_t memory, std::size_t chunk_number,
                             std::size_t k) {
    return "memory " + std::to_string(memory) + "[" +
           std::to_string(chunk_number * chunk + k) + "]";
  }

  void compare_errors(std::size_t queue) {
    Errors expected = m_expected.values.errors[queue];
    Errors seen = m_seen.errors[queue];
    const std::string name = "queue " + std::to_string(queue);
    expect(name + ": commands that did not run", expected.dependents,
           seen.dependents);
    std::sort(expected.failures.begin(), expected.failures.end());
    std::sort(seen.failures.begin(), seen.failures.end());
    const bool is_of_device =
        expected.failures.size() == 1 && expected.failures[0].empty();
    if (is_of_device ? seen.failures.size() != 1
                     : expected.failures != seen.failures)
      m_text += name + ": failures:" + list(seen.failures) +
                ", expected:" + list(expected.failures) + "\n";
  }

  static std::string list(const std::vector<std::string> &texts) {
    std::string all;
    for (const std::string &text : texts)
      all += " '" + text + "'";
    return all;
  }

  void compare_times() {
    const Times &times = m_seen.times;
    for (const Command &later : m_program.commands)
      for (int earlier = 0; earlier < later.number; ++earlier)
        if (contains(later.before, earlier) && times.has(later.number) &&
            times.has(earlier) &&
            times.last[earlier] > times.first[later.number])
          m_text += "command " + std::to_string(later.number) +
                    " started before command " + std::to_string(earlier) +
                    " ended\n";
  }

  const Program &m_program;
  const Expected &m_expected;
  const Observations &m_seen;
  std::string m_text;
};

} // namespace

std::string difference(const Program &program, const Expected &expected,
                       const Observations &seen) {
  return Comparison(program, expected, seen).run();
}

} // namespace orders
