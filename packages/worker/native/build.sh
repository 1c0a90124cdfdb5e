#!/bin/sh
# Compiles the library that is preloaded into standby programs. Needs gcc and libc6-dev.
#   build.sh [output file]      default: build/standby.so next to this script
set -eu
here=$(dirname "$(readlink -f "$0")")
output=${1:-$here/build/standby.so}
mkdir -p "$(dirname "$output")"
cc -std=gnu17 -O2 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIC -shared -Wl,-z,relro,-z,now \
  -o "$output.new" "$here/standby.c" -ldl
mv "$output.new" "$output" # atomic, and a library in use is not overwritten
