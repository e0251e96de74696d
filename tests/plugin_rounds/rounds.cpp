// Opens and closes a library again and again, and with it the runtime and all
// plugins. After a warm-up, neither memory nor open descriptors, mappings or
// threads become more.
//
// usage: rounds LIBRARY ROUNDS PLUGINS
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>

namespace {

struct Usage {
  long kilobytes, descriptors, mappings, threads;
};

long entries(const char *folder) {
  DIR *directory = opendir(folder);
  if (!directory)
    return -1;
  long count = 0;
  while (readdir(directory))
    ++count;
  closedir(directory);
  return count;
}

long lines(const char *path) {
  std::FILE *file = std::fopen(path, "r");
  if (!file)
    return -1;
  long count = 0;
  for (int c; (c = std::fgetc(file)) != EOF;)
    count += c == '\n';
  std::fclose(file);
  return count;
}

long resident_kilobytes() {
  long size = 0, resident = 0;
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%ld %ld", &size, &resident) != 2)
    std::puts("no /proc/self/statm"), std::exit(1);
  std::fclose(file);
  return resident * sysconf(_SC_PAGESIZE) / 1024;
}

Usage usage() {
  return {resident_kilobytes(), entries("/proc/self/fd"),
          lines("/proc/self/maps"), entries("/proc/self/task")};
}

void round(const char *path, int plugins) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    std::puts(dlerror()), std::exit(1);
  auto use = reinterpret_cast<int (*)()>(dlsym(library, "use_all_plugins"));
  if (int used = use(); used != plugins)
    std::printf("%d plugins instead of %d\n", used, plugins), std::exit(1);
  dlclose(library);
}

bool has_grown(const char *what, long before, long after, long most) {
  std::printf("%s: %ld, then %ld\n", what, before, after);
  if (after - before <= most)
    return false;
  std::printf("%s have grown by more than %ld\n", what, most);
  return true;
}

} // namespace

int main(int, char **argv) {
  int rounds = std::atoi(argv[2]), plugins = std::atoi(argv[3]);
  for (int i = 0; i < std::max(rounds / 4, 1); ++i)
    round(argv[1], plugins);
  Usage before = usage();
  for (int i = 0; i < rounds; ++i)
    round(argv[1], plugins);
  Usage after = usage();
  // Allocators are not exact, but no round may lose a kilobyte.
  long some = std::max(2048L, long(rounds));
  bool grown =
      has_grown("kilobytes", before.kilobytes, after.kilobytes, some);
  grown |= has_grown("descriptors", before.descriptors, after.descriptors, 0);
  grown |= has_grown("mappings", before.mappings, after.mappings, 16);
  grown |= has_grown("threads", before.threads, after.threads, 0);
  return grown ? 1 : 0;
}
