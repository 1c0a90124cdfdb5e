#!/bin/sh
# Compiles the fork server. Needs gcc, g++, libc6-dev, libreofficekit-dev and libreoffice-dev.
#   build.sh [output file]      default: build/office-fork next to this script
set -eu
here=$(dirname "$(readlink -f "$0")")
output=${1:-$here/build/office-fork}
program=/usr/lib/libreoffice/program
mkdir -p "$(dirname "$output")"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# C++ headers of the interfaces that are used, and of those that they refer to.
set --
for type in beans.PropertyValue beans.XPropertySet container.XIndexAccess container.XNameAccess drawing.XDrawPagesSupplier \
  drawing.XShape frame.XComponentLoader frame.XModel frame.XStorable lang.XMultiServiceFactory lang.XServiceInfo \
  lang.XTypeProvider sheet.XCellRangeAddressable sheet.XCellRangesQuery sheet.XPrintAreas sheet.XSpreadsheet sheet.XSpreadsheetDocument sheet.XSpreadsheetView \
  sheet.XUsedAreaCursor style.XStyleFamiliesSupplier task.XStatusIndicator text.XTextDocument \
  text.XTextFramesSupplier text.XTextGraphicObjectsSupplier text.XTextTablesSupplier uno.XAggregation uno.XWeak; do
  set -- "$@" "-Tcom.sun.star.$type"
done
LD_LIBRARY_PATH=$program /usr/lib/libreoffice/sdk/bin/cppumaker -Gc "-O$made" "$@" "$program/types.rdb" "$program/types/offapi.rdb"

flags='-O2 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE'
cc -std=gnu17 $flags -I"$here/../../../packages/worker/native" -c -o "$made/office-fork.o" "$here/office-fork.c"
for part in document page_setup sheet_pages; do
  c++ -std=c++17 $flags -DLINUX -DUNX -DCPPU_ENV=gcc3 -isystem "$made" -isystem /usr/include/libreoffice -c -o "$made/$part.o" "$here/$part.cpp"
done
c++ -pie -Wl,-z,relro,-z,now -o "$output.new" "$made"/*.o -L/usr/lib/libreoffice/sdk/lib "-Wl,-rpath,$program" \
  -luno_cppu -luno_cppuhelpergcc3 -luno_sal -ldl
mv "$output.new" "$output" # never half a program, and a running one is left alone
