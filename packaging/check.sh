#!/usr/bin/env bash
# Installs the packages of build/package on a new, minimal Debian, builds and runs the quick start there, and removes them
# again: `./x package --check`. Nothing may be left. Then the same program with the archive. Needs root.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly SUITE="${TANDEM_SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}"
root=$(mktemp -d)
cleanup() {
  umount -q "$root/proc" || true
  rm -rf --one-file-system "$root"
}
trap cleanup EXIT
chmod 755 "$root"

echo "package: a new Debian ($SUITE)"
mmdebstrap --quiet --variant=minbase --include=cmake,make,pkgconf,xz-utils "$SUITE" "$root"
mount -t proc proc "$root/proc"
mkdir "$root/packages"
cp -L /etc/resolv.conf "$root/etc/"
# How this machine reaches the mirrors.
grep -ls Acquire /etc/apt/apt.conf /etc/apt/apt.conf.d/* | xargs -r cp -t "$root/etc/apt/apt.conf.d" || true
cp build/package/*.deb "$root/packages/"
cp packaging/check/* scripts/llvm.sh "$root/packages/"
cp "$(ls build/package/*-linux.tar.xz)" "$root/packages/archive.tar.xz"
chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/packages LANG=C.UTF-8 bash /packages/inside.sh
echo "package: installed, used and removed on $SUITE; nothing was left"
