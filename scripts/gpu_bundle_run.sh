#!/usr/bin/env bash
# Runs the bundle of `./x gpu-bundle` on this machine's GPU and writes results.md beside this script.
#   run [NAME...]     the end-to-end programs whose names contain a NAME, or all, and the benchmarks
# Variables: BUNDLE_DEVICE (default cuda:0), BUNDLE_THREADS (programs at once, default 8)
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
readonly here
readonly device="${BUNDLE_DEVICE:-cuda:0}" table="$here/results.md"
export LD_LIBRARY_PATH="$here/lib" TANDEM_LIBDEVICE="${TANDEM_LIBDEVICE:-$here/lib/libdevice.10.bc}"
export E2E_ROOT="$here" E2E_LIBRARIES="$here/lib" TANDEM_PREFIX="$here" E2E_DEVICES="$device"

# What keeps the GPU from being used, if anything does.
problem() {
  local listed
  listed=$("$here/bin/tandem" ls 2>&1) || { echo "tandem ls fails: $listed"; return; }
  grep -q "^\[${device%%:*}:" <<<"$listed" || echo "there is no device $device; tandem ls: ${listed:-nothing}"
}

# end_to_end WAY [NAME...]: a row of the table, and a list of what did not pass.
end_to_end() {
  local way="$1" log="$here/e2e-$1.log" begin=$SECONDS name
  shift
  local -a filters=("$@")
  ((${#filters[@]})) || filters=("")
  : >"$log"
  for name in "${filters[@]}"; do
    E2E_FOLDER="$here/programs-$way" "$here/bin/e2e" --test-threads "${BUNDLE_THREADS:-8}" $name >>"$log" 2>&1
  done
  if ! grep -q '^test result' "$log"; then
    echo "| end-to-end programs, $way | did not start: $(tail -n 1 "$log") | | | |" >>"$table"
    return
  fi
  local passed failed skipped
  passed=$(grep -c '^test .* \.\.\. ok' "$log")
  failed=$(grep -c '^test .* \.\.\. FAILED' "$log")
  skipped=$(grep -c '^test .* \.\.\. ignored' "$log")
  echo "| end-to-end programs, $way | $passed | $failed | $skipped | $((SECONDS - begin)) s |" >>"$table"
  sed -n "s/^test \(.*\)@[^ ]* *\.\.\. ignored, \(.*\)/* $way: \`\1\` skipped: \2/p
          s/^test \([^@ ]*\).* \.\.\. FAILED/* $way: \`\1\` failed/p" "$log" >>"$here/exceptions"
}

benchmarks() {
  local program
  for program in "$here"/benchmarks/*; do
    printf '\n### %s\n\n```text\n' "${program##*/}"
    ONEAPI_DEVICE_SELECTOR="$device" timeout 60 "$program" 2>&1 || echo "(exit status $?)"
    printf '```\n'
  done
}

: >"$here/exceptions"
{
  echo "# Tandem on a GPU: $(cat "$here/commit")"
  echo
  "$here/bin/tandem" ls 2>&1 | sed 's/^/    /'
  echo
} >"$table"
reason=$(problem)
if [ -n "$reason" ]; then
  echo "Nothing was run: $reason" | tee -a "$table"
  exit 1
fi
printf '| suite | passed | failed | skipped | time |\n|---|---|---|---|---|\n' >>"$table"
for way in jit aot; do end_to_end "$way" "$@"; done
{
  echo
  sort -u "$here/exceptions"
  if (($# == 0)); then printf '\n## Benchmarks\n'; benchmarks; fi
} >>"$table"
cat "$table"
