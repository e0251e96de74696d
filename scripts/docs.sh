# The reference: Doxygen for the C++ headers, rustdoc for the crates and for the pages of docs. Sourced by `x`.
# shellcheck shell=bash

readonly DOCS="$PWD/build/docs"

# docs [--check]: builds the reference, or lists the public names in the headers that have no documentation.
docs() {
  case "$*" in
    --check) check_docs; return ;;
    '') ;;
    *) die "usage: ./x docs [--check]" ;;
  esac
  setup_for build
  fetch_crates
  command -v doxygen >/dev/null || install_packages doxygen
  rm -rf "$DOCS"
  mkdir -p "$DOCS"
  run_doxygen "$DOCS/doxygen.log"
  cargo doc --workspace --no-deps --locked
  cp -r "$TARGET/doc" "$DOCS/rust"
  render_pages
  docs_index >"$DOCS/index.html"
  echo "x: the reference is in $DOCS/index.html"
}

# Runs Doxygen with warnings to a file, and further lines of its configuration.
run_doxygen() {
  local log="$1"
  shift
  { cat docs/Doxyfile; echo "WARN_LOGFILE=\"$log\""; (($# == 0)) || printf '%s\n' "$@"; } | doxygen - >/dev/null
}

# Lists public names without documentation, as `FILE:LINE: NAME`; fails if there is one.
check_docs() {
  local folder failed=0
  command -v doxygen >/dev/null || install_packages doxygen
  folder=$(mktemp -d)
  # Doxygen wants an output: this is the fastest one. It does not warn of names that it hides.
  run_doxygen "$folder/log" "OUTPUT_DIRECTORY=\"$folder\"" GENERATE_HTML=NO GENERATE_AUTOGEN_DEF=YES \
    HIDE_UNDOC_CLASSES=NO HIDE_UNDOC_MEMBERS=NO
  sed -En "s|^$PWD/||; s/^(include[^:]*:[0-9]+): warning: (Compound|Member) (.*) is not documented\.$/\1: \3/p" \
    "$folder/log" | sort -t: -k1,1 -k2,2n -u >"$folder/all"
  missing_docs "$folder/all" || failed=1
  rm -rf "$folder"
  return $failed
}

# Those of the undocumented names in file $1 that users see.
missing_docs() {
  ! grep -vE ' TANDEM_.*\(macro|detail::| of (class|struct) [a-z_]+<' "$1"
}

# Makes HTML of the pages, in folders as in the repository, so that links between them hold.
render_pages() {
  local page to
  for page in *.md docs/*.md docs/*/*.md; do
    to="$DOCS/pages/$(dirname "$page")"
    mkdir -p "$to"
    rustdoc "$page" -o "$to"
    sed -i -E 's/(href="[^":]*)\.md(["#])/\1.html\2/g' "$to/$(basename "$page" .md).html"
  done
  cp -r docs/images "$DOCS/pages/docs/"
}

# The page that links everything.
docs_index() {
  local page crate
  cat <<HTML
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Tandem</title>
<style>body { font-family: sans-serif; max-width: 50em; margin: 2em auto; line-height: 1.4 }</style>
<h1>Tandem $VERSION</h1>
<ul>
<li><a href="cpp/index.html">C++ reference</a>: SYCL, extensions, the C interface to the runtime
<li><a href="rust/tandem/index.html">Rust reference</a>: the crate <code>tandem</code>
</ul>
<h2>Pages</h2>
<ul>
HTML
  for page in README.md docs/*.md; do
    echo "<li><a href=\"pages/${page%.md}.html\">$(sed -n '1s/^# //p' "$page")</a>"
  done
  printf '</ul>\n<h2>For maintainers</h2>\n<ul>\n'
  for page in ARCHITECTURE.md CONTRIBUTING.md docs/internals/*.md docs/measurements/*.md; do
    echo "<li><a href=\"pages/${page%.md}.html\">$(sed -n '1s/^# //p' "$page")</a>"
  done
  printf '</ul>\n<h2>Crates</h2>\n<ul>\n'
  for crate in "$DOCS"/rust/*/index.html; do
    crate=$(basename "$(dirname "$crate")")
    case "$crate" in src | static.files) continue ;; esac
    echo "<li><a href=\"rust/$crate/index.html\"><code>$crate</code></a>"
  done
  printf '</ul>\n</html>\n'
}
