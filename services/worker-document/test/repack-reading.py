"""Prints what Python's own modules see in a zip, as JSON: entries in their order with all that is kept of them."""

import hashlib
import io
import json
import struct
import sys
import zipfile

from PIL import Image


def extra_of(member):
    kept, rest = b'', member.extra
    while len(rest) >= 4:
        kind, size = struct.unpack('<HH', rest[:4])
        if kind != 1:
            kept += rest[: 4 + size]
        rest = rest[4 + size :]
    return kept.hex()


def seen_of(content, with_pixels):
    """The pixels of a picture whose bytes may differ, else the bytes."""
    if with_pixels and content[:4] in (b'\x89PNG', b'\xff\xd8\xff\xe0', b'\xff\xd8\xff\xe1', b'\xff\xd8\xff\xdb'):
        picture = Image.open(io.BytesIO(content))
        content = str(picture.size).encode() + picture.convert('RGBA').tobytes()
    return hashlib.sha256(content).hexdigest()


with zipfile.ZipFile(sys.argv[1]) as archive:
    bad = archive.testzip()
    members = [
        {
            'name': member.filename,
            'time': member.date_time,
            'attributes': [member.create_system, member.external_attr, member.internal_attr],
            'extra': extra_of(member),
            'comment': member.comment.hex(),
            'content': seen_of(archive.read(member), len(sys.argv) > 2),
        }
        for member in archive.infolist()
    ]
    first = archive.infolist()[0]
    print(json.dumps({'bad': bad, 'comment': archive.comment.hex(), 'members': members, 'isTypeStored': first.filename != 'mimetype' or first.compress_type == 0}))
