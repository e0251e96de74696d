// A descriptor of version 3 as recent versions of DPC++ write it. With
// LLVM_ENTRIES, its entries are those of LLVM 20; VERSION is that of the second
// image.
#include <stdint.h>

#ifndef VERSION
#define VERSION 3
#endif

#ifdef LLVM_ENTRIES
typedef struct {
  uint64_t reserved;
  uint16_t version, kind;
  uint32_t flags;
  void *address;
  const char *name;
  uint64_t size, data;
  void *auxiliary;
} Entry;
#define ENTRY(TEXT) {.version = 1, .kind = 8, .name = TEXT}
#else
typedef struct {
  void *address;
  const char *name;
  uint64_t size;
  int32_t flags, reserved;
} Entry;
#define ENTRY(TEXT) {.name = TEXT}
#endif

typedef struct {
  const char *name;
  const void *value;
  uint32_t type;
  uint64_t size;
} Property;

typedef struct {
  const char *name;
  Property *begin, *end;
} Set;

typedef struct {
  uint16_t version;
  uint8_t kind, format;
  const char *target, *compile_options, *link_options;
  const uint8_t *begin, *end;
  Entry *entries_begin, *entries_end;
  Set *sets_begin, *sets_end;
} Image;

typedef struct {
  uint16_t version, count;
  Image *images;
  void *host_entries_begin, *host_entries_end;
} Descriptor;

static const uint8_t spirv[] = {3, 2, 0x23, 7, 0}, bitcode[] = {'B', 'C'};
static Entry entries[] = {ENTRY("_ZTS3Foo"), ENTRY("_ZTS3Bar")};
static Property properties[] = {
    {.name = "DeviceLibReqMask", .type = 1, .size = 7}};
static Set sets[] = {{"SYCL/devicelib req mask", properties, properties + 1}};
static Image images[] = {
    {3, 4, 2, "spir64", "-g", "-O3", spirv, spirv + 5, entries, entries + 2,
     sets, sets + 1},
    {VERSION, 4, 3, "nvptx64", "", "", bitcode, bitcode + 2, 0, 0, 0, 0},
};
__attribute__((used)) static Descriptor
    descriptor __asm__(".sycl_offloading.descriptor") = {1, 2, images, 0, 0};
