"""Prints what olefile sees in a compound file, as JSON: every entry with its place in the tree, and a hash of its stream."""

import hashlib
import json
import sys

import olefile

with olefile.OleFileIO(sys.argv[1], raise_defects=olefile.DEFECT_INCORRECT) as file:
    seen = []
    for entry in file.direntries:
        if entry is None or entry.entry_type == olefile.STGTY_EMPTY:
            continue
        is_stream = entry.entry_type == olefile.STGTY_STREAM
        content = file._open(entry.isectStart, entry.size).read() if is_stream else b''
        tree = [entry.sid, entry.color, entry.sid_left, entry.sid_right, entry.sid_child]
        times = [entry.createTime, entry.modifyTime]
        kind = [entry.entry_type, entry.clsid, entry.dwUserFlags]
        seen.append([entry.name, kind, tree, times, len(content), hashlib.sha256(content).hexdigest()])
    print(json.dumps(seen))
