#!/bin/sh
# Compiles the add-ons of the jailed process: picture.node forks it and converts photos to WebP; mend.node reads damaged and
# unusual pictures. Needs Debian's packages of the group native in packages/local-stack/src/install/debian-packages.ts and the libraries of
# package.json.
#   build.sh [folder]      default: build next to this script
set -eu
here=$(dirname "$(readlink -f "$0")")
output=${1:-$here/build}
mkdir -p "$output"
compile() {
  name=$1
  shift
  cc -std=gnu17 -O2 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIC -shared -Wl,-z,relro,-z,now \
    -isystem "$here/../node_modules/node-api-headers/include" -I"$here/../../../packages/worker/native" \
    -o "$output/$name.new" "$@"
  mv "$output/$name.new" "$output/$name" # never half a library, and one in use is left alone
}
compile picture.node "$here/fork.c" "$here/jpeg-webp.c" -lwebpmux -lwebp -ljpeg
compile mend.node "$here/mend.c" "$here/mend-jpeg.c" "$here/mend-tiff.c" "$here/mend-webp.c" -lwebp -ljpeg -ltiff
