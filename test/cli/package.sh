#!/usr/bin/env bash
# Makes the Debian package of a build, installs it below a folder of its own, tries it, removes it: nothing stays.
# usage: test/cli/package.sh BUILD_FOLDER
set -euo pipefail
build=$(realpath "$1")
for tool in cpack dpkg dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "no $tool: the package is not tested" && exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "not root: the package cannot be installed below a folder" && exit 77; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

(cd "$build" && cpack -G DEB -B "$place/made") >"$place/log" 2>&1 || { cat "$place/log" && exit 1; }
package=$(ls "$place"/made/*.deb)
dpkg-deb --field "$package" | tee "$place/fields"
grep -q '^Depends:.*libjansson4' "$place/fields" || { echo "the libraries are not named" && exit 1; }

root=$place/root
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
touch "$root"/var/lib/dpkg/{status,available}
files() { (cd "$root" && find . -path ./var -prune -o -print | sort); }
files >"$place/before"
manage() { dpkg --root="$root" --force-depends --force-script-chrootless --log=/dev/null "$@" >"$place/log" 2>&1 ||
    { cat "$place/log" && exit 1; }; }
manage --install "$package"
"$root"/usr/bin/coset -q -D NODES=2 "$root"/usr/share/doc/coset/examples/murphi/german.m | grep '^result: HOLDS'
printf 'channel a\nassert STOP [T= STOP\n' | "$root"/usr/bin/refines --quiet - | grep 'Result: Passed'
[ "$("$root"/usr/bin/coset version -v | grep ^code)" = "$("$build"/src/coset version -v | grep ^code)" ]
# The library of the package finds its engine from where it stands.
include=$root/usr/include
lib=$(dirname "$(find "$root/usr/lib" -name libcoset.so)")
if ! grep -q '^built:.*sanitizers' <("$build"/src/coset version -v); then
    cc -I"$include" -o "$place/consumer" "$(dirname "${BASH_SOURCE[0]}")/../library/c_consumer.c" -L"$lib" -lcoset
    LD_LIBRARY_PATH=$lib "$place/consumer" "$root/usr/share/doc/coset/examples"
    rm "$place/consumer"
fi
manage --purge coset
files | diff "$place/before" - || { echo "these stayed" && exit 1; }
echo "package: ok"
