# The README's commands on a Debian that has nothing yet. Sourced by `x`.
# shellcheck shell=bash

readonly BARE="$PWD/build/bare"
# Of the outer machine's environment, what tells where package mirrors and registries are.
readonly BARE_VARIABLES='^(([a-z]+|[A-Z]+)_(proxy|PROXY)|CARGO_(HTTP|NET|REGISTR|SOURCE)[A-Z_]*|RUSTUP_(DIST_SERVER|UPDATE_ROOT))='

bare_usage() {
  cat <<TEXT
usage: ./x bare [--suite bookworm|trixie] [--as root|user] [COMMAND...]
Makes a minimal Debian (12, bookworm, unless --suite says otherwise) with git, copies the last commit into it and
runs there, in order, each COMMAND, or those at the head of the README: once as root, and in another such Debian as
a user who may use sudo (--as: only one of the two). Of this machine it takes only the settings of package mirrors
and registries, and their certificates. Logs and what is left of a failed run: build/bare.
TEXT
}

bare() {
  local suite=bookworm who failed=0 total begin=$SECONDS
  local -a commands summary=() users=(root user)
  while (($#)); do
    case "$1" in
      --suite) [[ "${2:-}" =~ ^[a-z]+$ ]] || die "--suite wants the name of a Debian release"; suite="$2"; shift 2 ;;
      --as) [[ "${2:-}" =~ ^(root|user)$ ]] || die "--as wants root or user"; users=("$2"); shift 2 ;;
      -h | --help) bare_usage; return ;;
      -*) bare_usage >&2; exit 2 ;;
      *) break ;;
    esac
  done
  commands=("$@")
  if ! (($#)); then mapfile -t commands < <(sed -n 's/^\(\.\/x [a-z-]*\)  *#.*/\1/p' README.md | head -n 2); fi
  ((${#commands[@]})) || die "the README has no command at the beginning of a line: ./x WORD  # comment"
  [ -z "$(git status --porcelain)" ] || echo "x: uncommitted changes are left out: what is tried is $(git log -1 --format='%h, %s')"
  mkdir -p "$BARE"
  require_space "$BARE" 8
  command -v mmdebstrap >/dev/null || install_packages mmdebstrap
  bare_isolation
  for who in "${users[@]}"; do
    bare_machine "$suite" "$who"
    bare_commands "$suite" "$who" || failed=1
  done
  total=$((SECONDS - begin))
  printf 'bare: %s at %s, %d min %d s' "$suite" "$(git rev-parse --short HEAD)" $((total / 60)) $((total % 60))
  printf '; %s' "${summary[@]}"
  echo
  return $failed
}

# How a command gets a root of its own: in $isolation, what goes before `bash`; in $mounts, whether file systems are
# mounted in a namespace, on the machine itself, or not at all.
bare_isolation() {
  isolation=(unshare --mount --pid --fork --kill-child)
  if ((EUID)); then
    isolation+=(--user --map-auto --map-root-user)
    command -v newuidmap >/dev/null || install_packages uidmap
  fi
  mounts=namespace
  if ! "${isolation[@]}" mount -t tmpfs none /mnt 2>/dev/null; then
    if ((EUID)); then die "this machine refuses namespaces to users; run ./x bare as root"; fi
    isolation=()
    mounts=none
    if mount -t tmpfs none /mnt 2>/dev/null && umount /mnt; then mounts=machine; fi
    case $mounts in
      machine) echo "x: this machine refuses namespaces: a plain chroot takes their place" ;;
      none) echo "x: this machine refuses mounts: a plain chroot takes their place, without /proc, which Rust's tools need" ;;
    esac
  fi
}

bare_root() { echo "$BARE/$1-$2"; }

# Where the checkout is: the user's path has spaces and letters beyond ASCII.
bare_checkout() {
  case "$1" in
    root) echo /root/tandem ;;
    user) echo '/home/user/my projects/tändem – 1' ;;
  esac
}

# Makes the root of a machine, with a clean checkout in the home of the one who will use it.
bare_machine() {
  local suite="$1" who="$2" root mirror security packages=git log reason mode=unshare
  root=$(bare_root "$suite" "$who")
  bare_remove "$root"
  mirror=$(bare_mirror '' http://deb.debian.org/debian)
  security=$(bare_mirror -security http://deb.debian.org/debian-security)
  if [ "$who" = user ]; then packages+=,sudo,passwd; fi
  if ! ((EUID)); then mode=root; fi
  echo "x: a minimal $suite for the $who: $root"
  log=$(mktemp)
  if ! mmdebstrap --quiet --mode=$mode --variant=minbase --include="$packages" "$suite" "$root" \
    "deb $mirror $suite main" "deb $mirror $suite-updates main" "deb $security $suite-security main" 2>"$log"; then
    reason=$(grep -m1 '^E:' "$log" || tail -n 1 "$log")
    rm -f "$log"
    bare_remove "$root"
    die "mmdebstrap cannot make a $suite: $reason"
  fi
  rm -f "$log"
  bare_settings "$root" "$who"
}

# The mirror that this machine's apt uses for its own release, with this suffix, if it is a Debian.
bare_mirror() {
  local codename
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  # shellcheck disable=SC2016 # apt's own variables
  { apt-get indextargets --format '$(ORIGIN)|$(CODENAME)|$(REPO_URI)' 2>/dev/null || true; } |
    awk -F'|' -v name="$codename$1" -v default="$2" '
      $1 == "Debian" && $2 == name && $3 ~ /^https?:/ { found = $3; exit }
      END { print found ? found : default }'
}

# What comes along from this machine: how it reaches mirrors and registries, and whom it trusts; and the checkout.
bare_settings() {
  local root="$1" who="$2" home files config
  home=/root
  files=$(mktemp -d)
  mkdir -p "$files"/{apt,certificates,cargo,pip}
  apt-config dump 2>/dev/null | grep -E '^Acquire::(https?::|Retries|Check-)' >"$files/apt/99outer" || true
  bare_certificates "$files/certificates"
  for config in "${CARGO_HOME:-$HOME/.cargo}"/config{.toml,}; do
    if [ -f "$config" ]; then cp "$config" "$files/cargo/config.toml"; break; fi
  done
  if [ -f /etc/pip.conf ]; then cp /etc/pip.conf "$files/pip/"; fi
  cp -L /etc/resolv.conf /etc/hosts "$files/" 2>/dev/null || true
  git clone --quiet --no-hardlinks . "$files/tandem"
  if [ "$who" = user ]; then home=/home/user; fi
  # shellcheck disable=SC2016 # for the inner shell
  tar -C "$files" -c . | "${isolation[@]}" bash -euc '
    root=$1 who=$2 home=$3 checkout=$4
    mkdir "$root/outer"
    tar -C "$root/outer" -x --no-same-owner
    cd "$root/outer"
    cp apt/99outer "$root/etc/apt/apt.conf.d/"
    mkdir -p "$root/usr/local/share/ca-certificates"
    find certificates -type f -exec cp {} "$root/usr/local/share/ca-certificates/" ";"
    cp resolv.conf hosts "$root/etc/" || true
    find pip -type f -exec cp {} "$root/etc/" ";"
    if [ "$who" = user ]; then
      chroot "$root" useradd --create-home --shell /bin/bash user
      echo "user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/user"
    fi
    mkdir -p "$root$home/.cargo"
    find cargo -type f -exec cp {} "$root$home/.cargo/" ";"
    rmdir --ignore-fail-on-non-empty "$root$home/.cargo"
    mkdir -p "$root$(dirname "$checkout")"
    mv tandem "$root$checkout"
    cd /
    rm -rf "$root/outer"
    chroot "$root" chown -R "$who:" "$home"' - "$root" "$who" "$home" "$(bare_checkout "$who")"
  rm -rf "$files"
}

# Puts the certificates that this machine trusts beyond Debian's into a folder, one a file: `x setup` installs
# Debian's.
bare_certificates() {
  local bundle=${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}
  [ -f "$bundle" ] || return 0
  find /usr/share/ca-certificates -name '*.crt' -exec cat {} + 2>/dev/null | awk -v folder="$1" '
    /BEGIN CERTIFICATE/ { text = "" }
    { text = text $0 "\n" }
    /END CERTIFICATE/ {
      if (FILENAME == "-") { known[text] = 1 }
      else if (!(text in known)) { printf "%s", text > (folder "/outer-" ++count ".crt") }
    }' - "$bundle"
}

# Runs the commands as root or user; adds what came of them to $summary of `bare`.
bare_commands() {
  local suite="$1" who="$2" root home=/root command log status begin result=passed results environment
  root=$(bare_root "$suite" "$who")
  log="$root.log"
  if [ "$who" = user ]; then home=/home/user; fi
  mapfile -t environment < <(env | grep -E "$BARE_VARIABLES" || true)
  : >"$log"
  results=
  for command in "${commands[@]}"; do
    echo "== $suite, as $who: $command"
    begin=$SECONDS
    status=0
    bare_enter "$root" "$who" "cd '$(bare_checkout "$who")' && $command" env -i HOME="$home" USER="$who" TERM="${TERM:-dumb}" \
      PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${environment[@]}" 2>&1 | tee -a "$log" || status=$?
    if ((status)); then result="failed (log: $log)"; fi
    results+=", $command: $result, $((SECONDS - begin)) s"
    if ((status)); then break; fi
  done
  summary+=("as $who$results")
  if ((status)); then return 1; fi
  bare_remove "$root"
}

# Runs a shell command in a root: with file systems of its own for processes and devices, if mounts are allowed.
bare_enter() {
  local root="$1" who="$2" command="$3" prepare='' status=0
  shift 3
  # shellcheck disable=SC2016 # for the inner shell
  if [ "$mounts" != none ]; then
    prepare='
      mount -t proc proc "$root/proc"
      mount -t sysfs -o ro sysfs "$root/sys" 2>/dev/null || mount --rbind /sys "$root/sys"
      mount -t tmpfs -o mode=755 devices "$root/dev"
      for device in null zero full random urandom tty; do
        touch "$root/dev/$device"
        mount --bind "/dev/$device" "$root/dev/$device"
      done
      ln -s /proc/self/fd "$root/dev/fd"
      ln -s fd/0 "$root/dev/stdin"
      ln -s fd/1 "$root/dev/stdout"
      ln -s fd/2 "$root/dev/stderr"
      mkdir "$root/dev/pts" "$root/dev/shm"
      mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
      ln -s pts/ptmx "$root/dev/ptmx"
      mount -t tmpfs -o mode=1777 shm "$root/dev/shm"'
  fi
  # shellcheck disable=SC2016 # for the inner shell
  "${isolation[@]}" bash -euc 'root=$1 who=$2 command=$3; shift 3
    '"$prepare"'
    exec chroot --userspec="$who:" --groups= "$root" "$@" bash -c "$command"' - "$root" "$who" "$command" "$@" </dev/null || status=$?
  if [ "$mounts" = machine ]; then umount --recursive --lazy "$root"/{proc,sys,dev}; fi
  return $status
}

# Removes a root of an earlier run.
bare_remove() {
  if [ -e "$1" ]; then "${isolation[@]}" rm -rf --one-file-system "$1"; fi
}
