#!/bin/sh
# Compiles the add-on that lets Node fork. Needs gcc, libc6-dev and the libraries of package.json.
#   build.sh [output file]      default: build/picture-fork.node beside this script
set -eu
here=$(dirname "$(readlink -f "$0")")
output=${1:-$here/build/picture-fork.node}
mkdir -p "$(dirname "$output")"
cc -std=gnu17 -O2 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIC -shared -Wl,-z,relro,-z,now \
  -isystem "$here/../node_modules/node-api-headers/include" -I"$here/../../../packages/worker/native" \
  -o "$output.new" "$here/picture-fork.c"
mv "$output.new" "$output" # never half a library, and one in use is left alone
