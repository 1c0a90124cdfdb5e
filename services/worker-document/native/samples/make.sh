#!/bin/sh
# Makes the warm-up samples from the flat files next to this script: one page, one sheet and one slide of every common part.
# Run by hand when a flat file changes; the results are committed because the server must start without a cold LibreOffice.
set -eu
cd "$(dirname "$(readlink -f "$0")")"
profile=$(mktemp -d)
for pair in in.fodt:docx in.fods:xlsx in.fodp:pptx; do
  soffice "-env:UserInstallation=file://$profile" --headless --convert-to "${pair#*:}" --outdir . "${pair%:*}"
done
rm -rf "$profile"
