"""Converts tables of dBASE: main.py read <table> <spreadsheet>, or main.py write <spreadsheet> <table>.

Standard output, line by line: `damaged` if a table ends before its last row, `loss <code>`, or `refused <reason>`.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # left out by `-I`

import reading  # noqa: E402
import writing  # noqa: E402
from refusal import Refused  # noqa: E402

try:
    direction, source, target = sys.argv[1:]
    {'read': reading, 'write': writing}[direction].convert(source, target, print)
except Refused as refusal:
    print('refused', refusal)
