#!/usr/bin/env python3
"""Lists the messages that users can see, as FILE:LINE: TEXT, for reading them in one sitting.

usage: scripts/messages.py [PATH...]        (default: crates include)

A message is a string literal of at least two words in code that is not a test. Literals that users
never see (panics of broken guarantees, comparisons, assembly, misuse of crates/compile/ir) are left out. In the command line of
tandem, the doc comments of clap's structures are the help, and are listed as well.
"""
import pathlib
import re
import sys

TOKEN = re.compile(r'//[^\n]*|\'(?:\\.|[^\\\'])\'|r#".*?"#|"((?:[^"\\]|\\.)*)"|[()\[\]{};]|\w+!?(?=\s*\()', re.S)
NEXT_LITERAL = re.compile(r'\s*"((?:[^"\\]|\\.)*)"', re.S)
WORD = re.compile(r"(?:(?<=\s)|^)[`'(\[]?[a-z]{2,}\b")
SKIPPED = {"tests", "benches", "examples", "fake-cuda", "fake-opencl", "device-conformance", "device-island", "plugin-island",
         "image_library", "ir"}
UNSEEN = {"expect", "unreachable!", "panic!", "assert!", "assert_eq!", "debug_assert!", "asm!", "starts_with", "ends_with",
          "contains", "strip_prefix", "strip_suffix", "split_once", "rsplit_once", "find", "_Pragma"}


def sources(arguments):
    for root in map(pathlib.Path, arguments):
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.suffix in (".rs", ".hpp", ".h") and not SKIPPED & set(path.parts) and path.name not in ("tests.rs", "build.rs"):
                yield path


def literals(text):
    """(offset, literal) of each string literal, adjacent ones joined, unless its call never reaches users."""
    calls, name, at = [], "", 0
    while token := TOKEN.search(text, at):
        at, word = token.end(), token.group()
        if word[0] in "([{":
            calls.append(name)
        elif word[0] in ")]}" and calls:
            calls.pop()
        name = word if re.match(r"\w+!?$", word) else ""
        if token.group(1) is None or calls and calls[-1] in UNSEEN:
            continue
        literal = token.group(1)
        while more := NEXT_LITERAL.match(text, at):
            literal, at = literal + more.group(1), more.end()
        yield token.start(), re.sub(r"\\\n\s*", "", literal)


def help_texts(text):
    """(offset, line) of each doc comment of clap's structures."""
    for item in re.finditer(r"#\[derive\([^)]*\b(?:Parser|Subcommand|Args|ValueEnum)\b[^)]*\)\].*?\n}", text, re.S):
        for line in re.finditer(r"///\s*(.*)", item.group()):
            yield item.start() + line.start(), line.group(1)


def main():
    for path in sources(sys.argv[1:] or ["crates", "include"]):
        text = path.read_text().split("#[cfg(test)]\nmod tests {")[0]
        messages = [m for m in literals(text) if len(WORD.findall(m[1])) >= 2]
        for offset, message in sorted(messages + list(help_texts(text))):
            print(f"{path}:{text.count(chr(10), 0, offset) + 1}: {message.replace(chr(10), chr(92) + 'n')}")


main()
