"""Writes a table of dBASE as a flat OpenDocument spreadsheet.

The layout of the file: https://www.dbase.com/Knowledgebase/INT/db7_file_fmt.htm; FoxPro's types: Microsoft's "Visual FoxPro
Table File Structure".
"""
import datetime
import struct
from decimal import Decimal, InvalidOperation
from xml.sax.saxutils import escape, quoteattr

from refusal import MAX_CELLS, Refused

MAX_ROWS = 1_048_575  # of a sheet, below the names
EXACT_DIGITS = 15
# Marks of empty cells, and texts, objects and pictures that lie in a file of their own.
HIDDEN = '0MGPWQ'

# Encodings by the mark in the header: those of DOS and Windows, as dBASE and FoxPro number them.
ENCODINGS = {
    0x01: 'cp437', 0x02: 'cp850', 0x03: 'cp1252', 0x04: 'mac_roman', 0x08: 'cp865', 0x09: 'cp437', 0x0a: 'cp850',
    0x0b: 'cp437', 0x0d: 'cp437', 0x0e: 'cp850', 0x0f: 'cp437', 0x10: 'cp850', 0x11: 'cp437', 0x12: 'cp850',
    0x13: 'cp932', 0x14: 'cp850', 0x15: 'cp437', 0x16: 'cp850', 0x17: 'cp865', 0x18: 'cp437', 0x19: 'cp437',
    0x1a: 'cp850', 0x1b: 'cp437', 0x1c: 'cp863', 0x1d: 'cp850', 0x1f: 'cp852', 0x22: 'cp852', 0x23: 'cp852',
    0x24: 'cp860', 0x25: 'cp850', 0x26: 'cp866', 0x37: 'cp850', 0x40: 'cp852', 0x4d: 'cp936', 0x4e: 'cp949',
    0x4f: 'cp950', 0x50: 'cp874', 0x57: 'cp1252', 0x58: 'cp1252', 0x59: 'cp1252', 0x64: 'cp852', 0x65: 'cp866',
    0x66: 'cp865', 0x67: 'cp861', 0x6a: 'cp737', 0x6b: 'cp857', 0x78: 'cp950', 0x79: 'cp949', 0x7a: 'cp936',
    0x7b: 'cp932', 0x7c: 'cp874', 0x7d: 'cp1255', 0x7e: 'cp1256', 0x86: 'cp737', 0x87: 'cp852', 0x88: 'cp857',
    0xc8: 'cp1250', 0xc9: 'cp1251', 0xca: 'cp1254', 0xcb: 'cp1253', 0xcc: 'cp1257',
}


class Field:
    def __init__(self, name, kind, length):
        self.name, self.kind, self.length = name, kind, length


def read_fields(data, version, end, has_long_texts):
    """The fields, until their end mark. Clipper keeps the length of long texts in the place of the decimals, too."""
    is_seven = version & 7 == 4
    start, size, name_bytes = (68, 48, 32) if is_seven else (32, 32, 11)
    fields = []
    for at in range(start, end - size + 1, size):
        entry = data[at:at + size]
        if entry[0] in (0x0d, 0):
            break
        kind = chr(entry[name_bytes])
        length, decimals = (entry[33], entry[34]) if is_seven else (entry[16], entry[17])
        is_long = has_long_texts and kind == 'C'
        fields.append(Field(entry[:name_bytes].split(b'\0')[0], kind, length + 256 * decimals if is_long else length))
    return fields


def width_of(fields):
    """Bytes of a record, with its mark."""
    return 1 + sum(field.length for field in fields)


def encoding_of(mark, texts):
    """That of the mark; without one UTF-8, or that in which more of the letters are ones of Europe."""
    if mark in ENCODINGS:
        return ENCODINGS[mark]
    try:
        texts.decode('utf-8')
        return 'utf-8'
    except UnicodeDecodeError:
        of_dos = sum(texts.count(bytes([code])) for code in range(0x80, 0xa6))
        of_windows = sum(texts.count(bytes([code])) for code in range(0xc0, 0x100))
        return 'cp850' if of_dos > of_windows else 'cp1252'


def date_of(days, milliseconds):
    """An instant as FoxPro counts it, in days since 4713 BC."""
    day = datetime.date.fromordinal(days - 1_721_425).isoformat()
    seconds = milliseconds // 1000
    return f'{day}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}'


def binary_value(kind, raw, version):
    """The value of a field in binary: its type and text; None for one that lies in another file."""
    if kind == 'I' and len(raw) == 4:
        return 'float', str(struct.unpack('<i', raw)[0]) if version & 7 != 4 else str(struct.unpack('>I', raw)[0] - 2**31)
    if kind == '+' and len(raw) == 4:
        return 'float', str(struct.unpack('>I', raw)[0] & 0x7fff_ffff)
    if kind == 'Y' and len(raw) == 8:
        return 'float', str(Decimal(struct.unpack('<q', raw)[0]) / 10_000)
    if kind == 'B' and len(raw) == 8 and version in (0x30, 0x31, 0x32):
        return 'float', repr(struct.unpack('<d', raw)[0])
    if kind == 'T' and len(raw) == 8:
        days, milliseconds = struct.unpack('<ii', raw)
        return ('date', date_of(days, milliseconds)) if days > 0 else None
    return None


def value_of(field, raw, version, encoding):
    """The type of a cell and its text; None for an empty one."""
    kind = field.kind
    if kind in 'CV':
        text = raw.decode(encoding, 'replace').rstrip(' \0')
        return ('string', text) if text else None
    if kind in 'NF':
        return number_of(raw)
    if kind == 'L':
        letter = raw[:1].upper()
        return ('boolean', 'true' if letter in b'YT' else 'false') if letter and letter in b'YTNF' else None
    if kind == 'D':
        return day_of(raw)
    try:
        return binary_value(kind, raw, version)
    except (ValueError, OverflowError, struct.error):
        return None


def number_of(raw):
    text = raw.decode('latin-1').strip(' \0')
    if not text:
        return None
    try:
        number = Decimal(text.replace(',', '.'))
    except InvalidOperation:
        return 'string', text
    if not number.is_finite() or len(number.as_tuple().digits) > EXACT_DIGITS or 'E' in text.upper():
        return 'string', text
    return 'float', str(number)


def day_of(raw):
    text = raw.decode('latin-1').strip(' \0')
    try:
        return 'date', datetime.datetime.strptime(text, '%Y%m%d').date().isoformat()
    except ValueError:
        return ('string', text) if text else None


# What XML cannot hold.
CONTROLS = {code: 0xfffd for code in [*range(9), 11, 12, *range(14, 32), 0xfffe, 0xffff]}


def cell(value):
    if value is None:
        return '<table:table-cell/>'
    kind, text = value
    shown = ''.join(f'<text:p>{escape(line)}</text:p>' for line in text.translate(CONTROLS).splitlines() or [''])
    attribute = {'float': 'value', 'date': 'date-value', 'boolean': 'boolean-value'}.get(kind)
    more = f' office:{attribute}={quoteattr(text)}' if attribute else ''
    return f'<table:table-cell office:value-type="{kind}"{more}>{shown}</table:table-cell>'


NAMESPACES = ' '.join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ('office', 'style', 'table', 'text'))


def column_styles(widths):
    return ''.join(
        f'<style:style style:name="w{width}" style:family="table-column"><style:table-column-properties '
        f'style:column-width="{min(9, max(1.2, width * 0.21 + 0.4)):.2f}cm"/></style:style>' for width in sorted(set(widths)))


def write(target, names, rows):
    widths = [min(60, len(name)) for name in names]
    for row in rows:
        for index, value in enumerate(row):
            if value is not None:
                widths[index] = max(widths[index], min(60, len(value[1])))
    with open(target, 'w', encoding='utf-8', errors='replace') as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document {NAMESPACES} office:version="1.3" '
                   'office:mimetype="application/vnd.oasis.opendocument.spreadsheet">')
        file.write(f'<office:automatic-styles>{column_styles(widths)}</office:automatic-styles>')
        file.write('<office:body><office:spreadsheet><table:table table:name="Sheet1">')
        file.write(''.join(f'<table:table-column table:style-name="w{width}"/>' for width in widths))
        for row in [[('string', name) for name in names], *rows]:
            file.write(f'<table:table-row>{"".join(map(cell, row))}</table:table-row>\n')
        file.write('</table:table></office:spreadsheet></office:body></office:document>')


def table_of(data):
    """Names, rows, and whether rows are missing."""
    if len(data) < 33:
        raise Refused('corrupt it has no fields')
    version = data[0]
    count, start, size = struct.unpack('<IHH', data[4:12])
    end = min(start, len(data))
    fields = read_fields(data, version, end, True)
    if width_of(fields) > size:
        fields = read_fields(data, version, end, False)
    places, at = [], 1
    for field in fields:
        if field.kind not in HIDDEN:
            places.append((field, at, at + field.length))
        at += field.length
    if not places or start < 33 or at > size:
        raise Refused('corrupt it has no fields')
    if count * len(places) > MAX_CELLS or count > MAX_ROWS:
        raise Refused('large The table has more cells than a conversion may hold.')
    records = [data[place:place + size] for place in range(start, min(len(data), start + count * size), size)]
    whole = [record for record in records if len(record) >= at]
    if count > 0 and not whole:
        raise Refused('corrupt it has no rows')
    kept = [record for record in whole if record[:1] != b'*']  # deleted, until the table is packed
    texts = [record[first:last] for field, first, last in places if field.kind in 'CV' for record in kept]
    encoding = encoding_of(data[29], b' '.join([*(field.name for field in fields), *texts]))
    rows = [[value_of(field, record[first:last], version, encoding) for field, first, last in places] for record in kept]
    return [field.name.decode(encoding, 'replace') for field, *_ in places], rows, len(whole) < count


def convert(source, target, say):
    with open(source, 'rb') as file:
        names, rows, is_cut = table_of(file.read())
    write(target, names, rows)
    if is_cut:
        say('damaged')
