"""Prints the members of an archive as JSON, one per line, read by Python's own modules."""

import hashlib
import json
import struct
import sys
import tarfile
import zipfile


def of_tar(path):
    with tarfile.open(path) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() else None
            yield {
                'name': member.name.rstrip('/'),
                'type': 'file' if member.isfile() else 'folder' if member.isdir() else 'other',
                'mode': member.mode & 0o7777,
                'mtime': member.mtime,
                'uid': member.uid,
                'gid': member.gid,
                'uname': member.uname,
                'gname': member.gname,
                'sha256': hashlib.sha256(content.read()).hexdigest() if content else None,
            }


def seconds_of(member):
    """The extended timestamp of Info-ZIP, `UT`: flags, then seconds since 1970."""
    extra = member.extra
    while len(extra) >= 4:
        kind, size = struct.unpack('<HH', extra[:4])
        if kind == 0x5455 and size >= 5 and extra[4] & 1:
            return struct.unpack('<i', extra[5:9])[0]
        extra = extra[4 + size :]
    return None


def of_zip(path):
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            yield {
                'name': member.filename.rstrip('/'),
                'type': 'folder' if member.is_dir() else 'file',
                'mode': member.external_attr >> 16 & 0o7777,
                'mtime': seconds_of(member),
                'sha256': None if member.is_dir() else hashlib.sha256(archive.read(member)).hexdigest(),
            }


read = of_zip if sys.argv[1] == 'zip' else of_tar
print(json.dumps(list(read(sys.argv[2]))))
