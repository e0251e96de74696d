#!/usr/bin/env bash
# What packaging/check.sh does on the new Debian.
set -euo pipefail
cd /packages
. ./llvm.sh
export DEBIAN_FRONTEND=noninteractive

# All files but those that change when any package comes and goes, and what programs keep for their user.
files() {
  find / -xdev \( -path /proc -o -path /packages -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/log -o -path /tmp \
    -o -path /var/cache \) -prune -o -print | sort
}

# The quick start of the README, and the ways in for CMake and pkg-config.
quick_start() {
  tandem ls
  tandem++ -fsycl -O2 app.cpp -o app
  ./app | tee output
  grep -qx 'sum: 499500' output
  cmake -S . -B cmake -DCMAKE_CXX_COMPILER=clang++-"$LLVM_MAJOR" "$@" >cmake.log
  cmake --build cmake
  cmake/app | grep -qx 'sum: 499500'
  pkg-config --modversion tandem
  tandem++ -fsycl -c app.cpp -o app.o
  # shellcheck disable=SC2046 # the flags are words
  tandem++ -fsycl app.o $(pkg-config --libs tandem) -o app2
  ./app2 | grep -qx 'sum: 499500'
  rm -rf cmake app app2 app.o
}

deb=$(echo tandem_*.deb) symbols=$(echo tandem-dbgsym_*.deb)
# What it depends on comes first, so that the list of files is of a system that has that.
apt-get update -qq
apt-get satisfy -qq --no-install-recommends "$(dpkg-deb -f "$deb" Depends)" >log 2>&1 || { cat log; exit 1; }
files >before
dpkg --install "$deb" "$symbols" >log
du -sk --apparent-size /usr/lib/tandem
quick_start
test -e /usr/share/man/man1/tandem.1.gz || { grep -q man /etc/dpkg/dpkg.cfg.d/* && echo "(manual pages are left out on this system)"; }
dpkg --purge tandem-dbgsym tandem >log
files >after
diff before after

# The archive, in a folder with a blank in its name.
mkdir "some where"
tar --extract --file archive.tar.xz --directory "some where"
tree=$(echo "$PWD/some where"/tandem-*)

"$tree/bin/tandem++" -fsycl -O2 app.cpp -o app
./app | grep -qx 'sum: 499500'
