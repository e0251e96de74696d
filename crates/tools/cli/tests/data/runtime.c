// A stand-in for libtandem.so: prints the entries of every registered image.
#include <stdint.h>
#include <stdio.h>

struct entry {
  void *addr;
  char *name;
  size_t size;
  int32_t flags, reserved;
};
struct binary {
  uint16_t version;
  uint8_t kind, format;
  const char *strings[5];
  const unsigned char *begin, *end;
  struct entry *entries_begin, *entries_end;
  void *sets[2];
};
struct binaries {
  uint16_t version, count;
  struct binary *binaries;
};

void tandem_register_images(struct binaries *all) {
  for (unsigned i = 0; i < all->count; ++i) {
    struct binary *b = &all->binaries[i];
    printf("image %s\n", b->strings[0]);
    for (struct entry *e = b->entries_begin; e != b->entries_end; ++e)
      printf("entry %s\n", e->name);
  }
}

void tandem_unregister_images(struct binaries *all) { (void)all; }
