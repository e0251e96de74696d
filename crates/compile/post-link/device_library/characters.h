// <ctype.h> in the "C" locale, the only one that devices have.
#pragma once

static int is_between(int c, int first, int last) {
  return c >= first && c <= last;
}

int isdigit(int c) { return is_between(c, '0', '9'); }
int islower(int c) { return is_between(c, 'a', 'z'); }
int isupper(int c) { return is_between(c, 'A', 'Z'); }
int isalpha(int c) { return islower(c) || isupper(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isxdigit(int c) { return isdigit(c) || is_between(c | 0x20, 'a', 'f'); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isspace(int c) { return c == ' ' || is_between(c, '\t', '\r'); }
int iscntrl(int c) { return is_between(c, 0, 0x1f) || c == 0x7f; }
int isprint(int c) { return is_between(c, ' ', '~'); }
int isgraph(int c) { return is_between(c, '!', '~'); }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isascii(int c) { return is_between(c, 0, 0x7f); }
int toascii(int c) { return c & 0x7f; }
int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }
