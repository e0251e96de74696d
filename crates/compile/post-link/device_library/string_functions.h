// Included by strings.h, once for each type of characters: CHAR; UNIT, as which
// they compare; ARGUMENT, as which functions take one.

size_t STRING(nlen)(const CHAR *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != 0)
    ++length;
  return length;
}

//===-- Comparison --------------------------------------------------------===//

int STRING(ncmp)(const CHAR *a, const CHAR *b, size_t limit) {
  for (; limit > 0; --limit, ++a, ++b) {
    if (*a != *b)
      return (UNIT)*a < (UNIT)*b ? -1 : 1;
    if (*a == 0)
      break;
  }
  return 0;
}
int STRING(cmp)(const CHAR *a, const CHAR *b) {
  return STRING(ncmp)(a, b, (size_t)-1);
}

//===-- Search ------------------------------------------------------------===//

CHAR *STRING(chrnul)(const CHAR *text, ARGUMENT c) {
  while (*text != CHARACTER(c) && *text != 0)
    ++text;
  return (CHAR *)text;
}
CHAR *STRING(chr)(const CHAR *text, ARGUMENT c) {
  CHAR *at = STRING(chrnul)(text, c);
  return *at == CHARACTER(c) ? at : 0;
}
CHAR *STRING(rchr)(const CHAR *text, ARGUMENT c) {
  const CHAR *found = 0;
  do
    if (*text == CHARACTER(c))
      found = text;
  while (*text++ != 0);
  return (CHAR *)found;
}
size_t STRING(spn)(const CHAR *text, const CHAR *accepted) {
  size_t length = 0;
  while (text[length] != 0 && STRING(chr)(accepted, text[length]) != 0)
    ++length;
  return length;
}
size_t STRING(cspn)(const CHAR *text, const CHAR *rejected) {
  size_t length = 0;
  // The end of the string is found in any other.
  while (STRING(chr)(rejected, text[length]) == 0)
    ++length;
  return length;
}
CHAR *STRING(pbrk)(const CHAR *text, const CHAR *accepted) {
  text += STRING(cspn)(text, accepted);
  return *text != 0 ? (CHAR *)text : 0;
}
CHAR *STRING(str)(const CHAR *text, const CHAR *part) {
  const size_t length = STRING(nlen)(part, (size_t)-1);
  for (; STRING(ncmp)(text, part, length) != 0; ++text)
    if (*text == 0)
      return 0;
  return (CHAR *)text;
}

//===-- Copies ------------------------------------------------------------===//

static CHAR *STRING(_end)(CHAR *text) {
  return text + STRING(nlen)(text, (size_t)-1);
}
static CHAR *STRING(_copy)(CHAR *to, const CHAR *from) {
  while ((*to = *from++) != 0)
    ++to;
  return to;
}
CHAR *STRING(cpy)(CHAR *to, const CHAR *from) {
  STRING(_copy)(to, from);
  return to;
}
CHAR *STRING(ncpy)(CHAR *to, const CHAR *from, size_t size) {
  const size_t length = STRING(nlen)(from, size);
  for (size_t i = 0; i < size; ++i)
    to[i] = i < length ? from[i] : 0;
  return to;
}
CHAR *STRING(cat)(CHAR *to, const CHAR *from) {
  STRING(_copy)(STRING(_end)(to), from);
  return to;
}
CHAR *STRING(ncat)(CHAR *to, const CHAR *from, size_t limit) {
  CHAR *end = STRING(_end)(to);
  const size_t length = STRING(nlen)(from, limit);
  for (size_t i = 0; i < length; ++i)
    end[i] = from[i];
  end[length] = 0;
  return to;
}

#undef CHAR
#undef UNIT
#undef CHARACTER
#undef ARGUMENT
#undef STRING
