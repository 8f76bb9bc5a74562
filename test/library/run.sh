#!/usr/bin/env bash
# Installs a build into a temporary prefix and uses the library from outside: C and C++ through pkg-config, a CMake
# project, the example of doc/library.md, Python through ctypes.
# usage: test/library/run.sh BUILD_FOLDER
set -euo pipefail
build=$(realpath "$1")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
root=$(realpath "$here/../..")
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix" >/dev/null
pc=$(dirname "$(find "$prefix" -name coset.pc)")
export PKG_CONFIG_PATH=$pc
lib=$(realpath "$(pkg-config --variable=libdir coset)")
sanitize=$("$build/src/coset" version -v | sed -n 's/^built:.*sanitizers \(.*\)$/-fsanitize=\1/p')

# Only what the header declares is exported, under the SONAME that others link.
nm -D --defined-only "$lib/libcoset.so" | awk '$2 == "T" {sub("@.*", "", $3); print $3}' | sort >"$prefix/exported"
grep -v '^typedef' "$prefix/include/coset/coset.h" | grep -o '\bcoset_[a-z_]*(' | tr -d '(' | sort -u >"$prefix/declared"
diff "$prefix/declared" "$prefix/exported"
readelf -d "$lib/libcoset.so" | grep -q 'SONAME.*\[libcoset.so.0\]'

compile() { # COMPILER OUTPUT SOURCE FLAG...
    local compiler=$1 output=$2 source=$3
    shift 3
    # shellcheck disable=SC2046,SC2086
    $compiler -Wall -Wextra -Werror $sanitize "$@" -o "$output" "$source" $(pkg-config --cflags --libs coset) \
        -Wl,-rpath,"$lib"
}
cd "$prefix"
compile cc c_consumer "$here/c_consumer.c" -std=c11 -pedantic
compile c++ cpp_consumer "$here/c_consumer.c" -x c++ -std=c++17 -pedantic
for one in c_consumer cpp_consumer; do
    ./$one "$root/examples" >said 2>complained
    [ "$(cat said)" = "this waits in a buffer, and is written once" ] || { cat said && exit 1; }
    [ ! -s complained ] || { cat complained && exit 1; }
    echo "$one: ok"
done

# The example of the documentation, and the first model of the examples.
sed -n '/^```c$/,/^```$/p' "$root/doc/library.md" | grep -v '^```' >example.c
compile cc example example.c -std=c11 -pedantic
./example "$root/examples/murphi/first.m" | tee said
sed -n '/^```text$/,/^```$/p' "$root/doc/library.md" | grep -v '^```' | diff - said

[ -z "$sanitize" ] || { echo "library: ok (CMake and Python without sanitizers only)" && exit 0; }
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(consumer C)
find_package(coset 0.1 REQUIRED)
add_executable(by_cmake example.c)
target_link_libraries(by_cmake PRIVATE coset::coset)
END
cmake -S . -B by -DCMAKE_PREFIX_PATH="$prefix" >log 2>&1 && cmake --build by >>log 2>&1 || { cat log && exit 1; }
by/by_cmake "$root/examples/murphi/first.m" | diff - said
PYTHONDONTWRITEBYTECODE=1 python3 "$here/python_consumer.py" "$lib/libcoset.so.0" "$root/examples" \
    "$("$build/src/coset" version -v | sed -n 's/^code: *//p')"
PYTHONDONTWRITEBYTECODE=1 python3 "$here/random_models.py" "$lib/libcoset.so.0"
echo "library: ok"
