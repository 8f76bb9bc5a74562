#!/usr/bin/env bash
# Installs a build into a temporary prefix and looks at what a user gets.
# usage: test/cli/install.sh BUILD_FOLDER
set -euo pipefail
build=$(realpath "$1")
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

cmake --install "$build" --prefix "$prefix" >/dev/null

failed=0
want() {
    if [ ! -s "$prefix/$1" ]; then
        echo "not installed: $1"
        failed=1
    fi
}
want bin/coset
want bin/coset-certcheck
want share/man/man1/coset.1
want share/man/man1/coset-certcheck.1
want share/coset/coset-1.schema.json
want share/bash-completion/completions/coset
want share/zsh/site-functions/_coset
want share/fish/vendor_completions.d/coset.fish
want include/coset/coset.h
want share/doc/coset/doc/library.md
want share/doc/coset/LICENSE
want share/doc/coset/README.md
want share/doc/coset/NEWS.md
want share/doc/coset/doc/guide.md
want share/doc/coset/doc/languages/murphi.md
want share/doc/coset/examples/murphi/german.m
# Where libraries go depends on the system; test/library/run.sh uses them.
for one in libcoset.so libcoset.so.0 coset.pc cosetConfig.cmake cosetConfigVersion.cmake 'coset-engine-*.so'; do
    [ -n "$(find "$prefix" -name "$one")" ] || { echo "not installed: $one" && failed=1; }
done
[ "$failed" = 0 ] || exit 1

cd "$prefix"
version=$(bin/coset --version)
case $version in
"coset "[0-9]*) ;;
*)
    echo "odd version: $version"
    exit 1
    ;;
esac
# The module that makes machine code is found from where the program stands, or was never built.
code() { "$1" version --verbose | sed -n 's/^code: *//p'; }
if [ "$(code bin/coset)" != "$(code "$build/src/coset")" ]; then
    echo "machine code: $(code bin/coset), in the build $(code "$build/src/coset")"
    exit 1
fi
bin/coset -q -D NODES=2 share/doc/coset/examples/murphi/german.m | grep '^result: HOLDS'
printf 'channel a\nassert STOP [T= STOP\n' | bin/refines --quiet - | grep 'Result: Passed'
ring=share/doc/coset/examples/detect/ring.m
bin/coset symmetry $ring --certificate=ring.json >/dev/null
bin/coset-certcheck $ring ring.json | grep '^proved: '
bash -n share/bash-completion/completions/coset
echo "installed tree: ok"
