"""Wraps the image of a disk as UDIF, Apple's format of disk images: `udif.py <image> <dmg>`.

The image becomes packed blocks (zlib, and one of zeros), which a property list describes; a trailer of 512 bytes, `koly`, says
where that is. As Apple's hdiutil writes it; the layout is that of the Linux program dmg2img, which reads it too.
"""

import base64
import struct
import sys
import zlib

SECTOR, SECTORS_A_BLOCK = 512, 512
ZEROS, ZLIB, END = 2, 0x80000005, 0xFFFFFFFF
CRC32 = 2

with open(sys.argv[1], "rb") as file:
    image = file.read()
image += bytes(-len(image) % SECTOR)
sectors = len(image) // SECTOR

packed, blocks = b"", []
for first in range(0, sectors, SECTORS_A_BLOCK):
    data = image[first * SECTOR : (first + SECTORS_A_BLOCK) * SECTOR]
    if data.count(0) == len(data):
        blocks.append((ZEROS, first, len(data) // SECTOR, len(packed), 0))
        continue
    raw = zlib.compress(data)
    blocks.append((ZLIB, first, len(data) // SECTOR, len(packed), len(raw)))
    packed += raw
blocks.append((END, sectors, 0, len(packed), 0))


def checksum(data):
    return struct.pack(">LL128s", CRC32, 32, struct.pack(">L", zlib.crc32(data)))


table = struct.pack(">4sLQQQLL24x", b"mish", 1, 0, sectors, 0, SECTORS_A_BLOCK + 8, 0)
table += checksum(image) + struct.pack(">L", len(blocks))
for kind, first, count, at, length in blocks:
    table += struct.pack(">LLQQQQ", kind, 0, first, count, at, length)
plist = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>resource-fork</key><dict><key>blkx</key><array><dict>
<key>Attributes</key><string>0x0050</string>
<key>CFName</key><string>whole disk (Apple_HFS : 0)</string>
<key>Data</key><data>%s</data>
<key>ID</key><string>0</string><key>Name</key><string>whole disk (Apple_HFS : 0)</string>
</dict></array></dict></dict></plist>
""" % base64.b64encode(table).decode()
plist = plist.encode()
trailer = struct.pack(">4sLLLQQQQQLL16x", b"koly", 4, 512, 1, 0, 0, len(packed), 0, 0, 1, 1)
trailer += checksum(packed) + struct.pack(">QQ120x", len(packed), len(plist))
trailer += checksum(struct.pack(">L", zlib.crc32(image))) + struct.pack(">LQ12x", 1, sectors)
assert len(trailer) == 512, len(trailer)
with open(sys.argv[2], "wb") as out:
    out.write(packed + plist + trailer)
