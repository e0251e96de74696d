// A stand-in for the runtime: prints every field of the descriptors that are
// registered, and that they are unregistered again.
#include <stdint.h>
#include <stdio.h>

struct entry {
  void *addr;
  char *name;
  size_t size;
  int32_t flags, reserved;
};
struct property {
  char *name;
  void *value;
  uint32_t type;
  uint64_t size;
};
struct property_set {
  char *name;
  struct property *begin, *end;
};
struct binary {
  uint16_t version;
  uint8_t kind, format;
  const char *target, *compile_options, *link_options, *manifest_begin,
      *manifest_end;
  const unsigned char *begin, *end;
  struct entry *entries_begin, *entries_end;
  struct property_set *sets_begin, *sets_end;
};
struct binaries {
  uint16_t version, count;
  struct binary *binaries;
  struct entry *host_begin, *host_end;
};

static void print_bytes(const unsigned char *begin, const unsigned char *end) {
  for (; begin != end; ++begin)
    printf("%02x", *begin);
}

void tandem_register_images(struct binaries *all) {
  printf("register version=%u count=%u host=%d\n", all->version, all->count,
         all->host_begin != all->host_end);
  for (unsigned i = 0; i < all->count; ++i) {
    struct binary *b = &all->binaries[i];
    printf("image version=%u kind=%u format=%u target=%s compile=%s link=%s "
           "bytes=",
           b->version, b->kind, b->format, b->target, b->compile_options,
           b->link_options);
    print_bytes(b->begin, b->end);
    printf("\n");
    for (struct entry *e = b->entries_begin; e != b->entries_end; ++e)
      printf("entry %s\n", e->name);
    for (struct property_set *s = b->sets_begin; s != b->sets_end; ++s) {
      printf("set %s\n", s->name);
      for (struct property *p = s->begin; p != s->end; ++p) {
        printf("property %s type=%u ", p->name, p->type);
        if (p->type == 1)
          printf("%u\n", (unsigned)p->size);
        else {
          print_bytes(p->value, (unsigned char *)p->value + p->size);
          printf("\n");
        }
      }
    }
  }
}

void tandem_unregister_images(struct binaries *all) {
  printf("unregister count=%u\n", all->count);
}
