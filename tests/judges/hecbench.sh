#!/usr/bin/env bash
# Builds and runs programs of HeCBench, changed in nothing but the compiler, and prints a row of a Markdown table for
# each. `./x judge hecbench DIR [NAME...]`: DIR is a clone of HeCBench, NAMEs pick programs of hecbench.txt.
set -uo pipefail

readonly SOURCES="$(realpath "$1")/src" LIST="$(dirname "$(realpath "$0")")/hecbench.txt"
readonly PASSED='\b(pass(ed)?|success(ful(ly)?)?|succeeded|correct|ok|valid|verified)\b'
readonly FAILED='\b(fail(ed|ure)?|incorrect|invalid|wrong|mismatch|error:|terminate)\b'
readonly LIMIT="${TANDEM_JUDGE_SECONDS:-60}"
shift

# The programs build in place and read each other's folders: links for the rest, a copy for the one that is built.
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
ln -s "$SOURCES"/* "$work/"

verdict() { # exit status, output
  case "$1" in
    124) echo "longer than $LIMIT s" ;;
    0) if grep -qiE "$FAILED" "$2"; then echo fails; elif grep -qiE "$PASSED" "$2"; then echo passes; else echo "runs, checks nothing"; fi ;;
    *) echo "exit status $1: $(grep -m1 -iE 'what|error' "$2" | cut -c1-100)" ;;
  esac
}

judge() { # program, arguments…
  local program="$1" folder="$work/$1-sycl" start status=- result seconds
  shift
  rm "$folder" && cp -r "$SOURCES/$program-sycl" "$folder" && cd "$folder" || return
  make -s clean >build.log 2>&1 # the clone may have been built in
  if make -s CC=tandem++ GPU=no >>build.log 2>&1; then
    start=$(date +%s%N)
    timeout "$LIMIT" ./main "$@" >run.log 2>&1 </dev/null
    status=$?
    seconds=$(awk "BEGIN { printf \"%.1f\", ($(date +%s%N) - $start) / 1e9 }")
    result="yes | $(verdict $status run.log) | $seconds"
  else
    result="no | $(grep -m1 -E 'error' build.log | cut -c1-120) | "
  fi
  printf '| %s | `%s` | %s |\n' "$program" "$*" "$result"
  cd / && rm -rf "$folder" && ln -s "$SOURCES/$program-sycl" "$folder"
}

printf '| program | arguments | builds | result | seconds |\n|---|---|---|---|---|\n'
while read -r program arguments; do
  if (($# == 0)) || [[ " $* " == *" $program "* ]]; then
    # shellcheck disable=SC2086 # the arguments are words
    judge "$program" $arguments
  fi
done <"$LIST"
