#!/bin/sh
# Compiles the add-on of the jailed process: how it forks, and photos to WebP. Needs Debian's packages of the group
# native in deploy/local/packages.mjs and the libraries of package.json.
#   build.sh [output file]      default: build/picture.node beside this script
set -eu
here=$(dirname "$(readlink -f "$0")")
output=${1:-$here/build/picture.node}
mkdir -p "$(dirname "$output")"
cc -std=gnu17 -O2 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIC -shared -Wl,-z,relro,-z,now \
  -isystem "$here/../node_modules/node-api-headers/include" -I"$here/../../../packages/worker/native" \
  -o "$output.new" "$here/fork.c" "$here/jpeg-webp.c" -lwebpmux -lwebp -ljpeg
mv "$output.new" "$output" # never half a library, and one in use is left alone
