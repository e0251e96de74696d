// <string.h>, <strings.h> and <wchar.h>: strings and blocks of memory. The
// SPIR-V writer has memcpy, memmove, memset, memcmp and strlen.
#pragma once
#include "characters.h"
#include "types.h"

#define CHAR char
#define UNIT unsigned char
#define CHARACTER(c) (char)(c)
#define ARGUMENT int
#define STRING(name) str##name
#include "string_functions.h"

#define CHAR wchar_t
#define UNIT wchar_t
#define CHARACTER(c) (c)
#define ARGUMENT wchar_t
#define STRING(name) wcs##name
#include "string_functions.h"

char *stpcpy(char *to, const char *from) { return str_copy(to, from); }
char *stpncpy(char *to, const char *from, size_t size) {
  return strncpy(to, from, size) + strnlen(from, size);
}
wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) { return wcs_copy(to, from); }
size_t wcslen(const wchar_t *text) { return wcsnlen(text, (size_t)-1); }

//===-- Blocks of memory --------------------------------------------------===//

void *memchr(const void *block, int c, size_t size) {
  const unsigned char *byte = block;
  for (; size > 0; --size, ++byte)
    if (*byte == (unsigned char)c)
      return (void *)byte;
  return 0;
}
void *memrchr(const void *block, int c, size_t size) {
  const unsigned char *bytes = block;
  while (size > 0)
    if (bytes[--size] == (unsigned char)c)
      return (void *)(bytes + size);
  return 0;
}
void *rawmemchr(const void *block, int c) {
  return memchr(block, c, (size_t)-1);
}
void *memmem(const void *block, size_t size, const void *part, size_t length) {
  const char *bytes = block;
  for (; size >= length; --size, ++bytes)
    if (__builtin_memcmp(bytes, part, length) == 0)
      return (void *)bytes;
  return 0;
}
void *mempcpy(void *to, const void *from, size_t size) {
  return (char *)__builtin_memcpy(to, from, size) + size;
}
void *memccpy(void *to, const void *from, int c, size_t size) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (; size > 0; --size)
    if ((*target++ = *source++) == (unsigned char)c)
      return target;
  return 0;
}

wchar_t *wmemchr(const wchar_t *block, wchar_t c, size_t size) {
  for (; size > 0; --size, ++block)
    if (*block == c)
      return (wchar_t *)block;
  return 0;
}
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t size) {
  for (; size > 0; --size, ++a, ++b)
    if (*a != *b)
      return *a < *b ? -1 : 1;
  return 0;
}
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t size) {
  return __builtin_memcpy(to, from, size * sizeof(wchar_t));
}
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t size) {
  return __builtin_memmove(to, from, size * sizeof(wchar_t));
}
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t size) {
  return wmemcpy(to, from, size) + size;
}
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t size) {
  for (size_t i = 0; i < size; ++i)
    to[i] = c;
  return to;
}

//===-- Comparison without case -------------------------------------------===//

int strncasecmp(const char *a, const char *b, size_t size) {
  for (; size > 0; --size, ++a, ++b) {
    const int difference =
        tolower((unsigned char)*a) - tolower((unsigned char)*b);
    if (difference != 0 || *a == 0)
      return difference;
  }
  return 0;
}
int strcasecmp(const char *a, const char *b) {
  return strncasecmp(a, b, (size_t)-1);
}
