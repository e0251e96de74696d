// Random programs of commands, against a model of what SYCL promises.
//
// usage: random_orders [--seed N] [--programs N] [--skip I,J,...]
//                      [--failing-launch] [--print]
//   --skip: commands that are left out, to reduce a program
//   --failing-launch: instead of host tasks, a kernel fails, if any; the device
//                     decides which
//   --print: prints each program before it runs
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "execution.hpp"
#include "generate.hpp"
#include "model.hpp"

namespace {

// A program that runs longer hangs.
constexpr int most_seconds = 60;

struct Options {
  unsigned seed = 1, programs = 1;
  std::set<int> skipped;
  bool has_failing_launch = false, prints = false;

  Options(int count, char **arguments) {
    for (int i = 1; i < count; ++i) {
      const std::string name = arguments[i];
      if (name == "--print")
        prints = true;
      else if (name == "--failing-launch")
        has_failing_launch = true;
      else if (i + 1 < count)
        set(name, arguments[++i]);
    }
  }

private:
  void set(const std::string &name, char *value) {
    if (name == "--seed")
      seed = static_cast<unsigned>(std::atoi(value));
    else if (name == "--programs")
      programs = static_cast<unsigned>(std::atoi(value));
    else if (name == "--skip")
      for (char *at = std::strtok(value, ","); at;
           at = std::strtok(nullptr, ","))
        skipped.insert(std::atoi(at));
  }
};

// Prints a program that hangs, and ends the process.
class Watchdog {
public:
  Watchdog() : m_thread([this] { watch(); }) { m_thread.detach(); }

  void start(const orders::Program &program) {
    const std::lock_guard lock(m_mutex);
    m_text = orders::describe(program, orders::most_commands);
    m_seed = program.seed;
    m_seconds = 0;
  }
  std::atomic<int> command = 0;

private:
  void watch() {
    while (true) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      const std::lock_guard lock(m_mutex);
      if (++m_seconds < most_seconds)
        continue;
      std::printf("%sseed %u: hangs at command %d\n", m_text.c_str(), m_seed,
                  command.load());
      std::fflush(stdout);
      std::_Exit(2);
    }
  }

  std::mutex m_mutex;
  std::string m_text;
  unsigned m_seed = 0;
  int m_seconds = 0;
  std::thread m_thread;
};

// The program as it is when the device fails one of its kernels, or none.
std::vector<orders::Program> variants(const orders::Program &program,
                                      bool has_failing_launch) {
  std::vector<orders::Program> all{program};
  if (!has_failing_launch)
    return all;
  for (orders::Command &command : all.front().commands)
    command.fails = false;
  for (std::size_t i = 0; i < program.commands.size(); ++i)
    if (program.commands[i].kind == orders::Kind::kernel) {
      all.push_back(all.front());
      all.back().commands[i].fails = true;
    }
  return all;
}

// How an execution differs from the variant that it is most like. Errors may
// still be on their way.
std::string compare(const std::vector<orders::Program> &programs,
                    orders::Execution &execution) {
  orders::Observations &seen = execution.finish();
  std::vector<orders::Expected> expected;
  for (const orders::Program &program : programs)
    expected.push_back(orders::expect(program));
  std::string least;
  for (int tries = 0; tries < 1000; ++tries) {
    seen.errors = execution.errors();
    for (std::size_t i = 0; i < programs.size(); ++i) {
      const std::string text =
          orders::difference(programs[i], expected[i], seen);
      if (text.empty())
        return text;
      if (i == 0 || text.size() < least.size())
        least = text;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return least;
}

std::string check(orders::Machine &machine,
                  const std::vector<orders::Program> &programs,
                  Watchdog &watchdog) {
  const orders::Program &program = programs.front();
  watchdog.start(program);
  try {
    orders::Execution execution(machine, program);
    for (const orders::Command &command : program.commands) {
      watchdog.command = command.number;
      execution.run(command);
    }
    watchdog.command = orders::most_commands;
    return compare(programs, execution);
  } catch (const std::exception &error) {
    return "command " + std::to_string(watchdog.command) +
           " threw: " + error.what() + "\n";
  }
}

} // namespace

int main(int count, char **arguments) {
  const Options options(count, arguments);
  auto *watchdog = new Watchdog; // its thread is not joined
  orders::Machine machine;
  unsigned failed = 0;
  for (unsigned i = 0; i < options.programs; ++i) {
    const int sites = static_cast<int>(machine.sites.size());
    const orders::Program program =
        orders::Generator(options.seed + i, sites, !options.has_failing_launch)
            .generate(options.skipped);
    if (options.prints)
      std::puts(describe(program, orders::most_commands).c_str());
    const std::string text = check(
        machine, variants(program, options.has_failing_launch), *watchdog);
    if (text.empty())
      continue;
    ++failed;
    std::printf("%s%sthis was --seed %u\n\n",
                describe(program, orders::most_commands).c_str(), text.c_str(),
                program.seed);
    std::fflush(stdout);
  }
  std::printf("%u of %u programs differ from the model\n", failed,
              options.programs);
  return failed == 0 ? 0 : 1;
}
