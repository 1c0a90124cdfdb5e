#!/bin/sh
# Compiles the fork server. Needs gcc, libc6-dev and libreofficekit-dev.
#   build.sh [output file]      default: build/office-fork beside this script
set -eu
here=$(dirname "$(readlink -f "$0")")
output=${1:-$here/build/office-fork}
mkdir -p "$(dirname "$output")"
cc -std=gnu17 -O2 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,relro,-z,now \
  -o "$output.new" "$here/office-fork.c" -ldl
mv "$output.new" "$output" # never half a program, and a running one is left alone
