#!/bin/sh
# Serves the bucket S3_BUCKET to the holder of ROOT_ACCESS_KEY and ROOT_SECRET_KEY.
set -eu
: "${ROOT_ACCESS_KEY:?must be set}" "${ROOT_SECRET_KEY:?must be set}"
mkdir -p "/data/objects/$S3_BUCKET" "/data/metadata/$S3_BUCKET"
# Metadata beside the data: not every volume has extended attributes.
exec versitygw --port :7070 --quiet --health /health posix --sidecar /data/metadata /data/objects "$@"
