"""Writes each sheet of a flat OpenDocument spreadsheet as a table of dBASE III, which all programs read.

Names have 10 bytes and texts 254; values of other kinds than text, number, date and logical value become text.
"""
import datetime
import resource
import struct
import unicodedata
from decimal import Decimal, InvalidOperation

from refusal import Refused
from sheets import Sheets

MAX_FIELDS, MAX_NAME, MAX_TEXT = 255, 10, 254
# Of a number: digits, sign and point; and the digits that spreadsheets keep.
MAX_WIDTH, MAX_DECIMALS, EXACT_DIGITS = 20, 15, 15
# The mark of an encoding in the header, in the order of preference; without a mark a table in UTF-8.
ENCODINGS = [
    ('cp1252', 0x03), ('cp1250', 0xc8), ('cp1251', 0xc9), ('cp1253', 0xcb), ('cp1254', 0xca), ('cp1257', 0xcc),
    ('cp1255', 0x7d), ('cp1256', 0x7e), ('cp874', 0x7c), ('cp932', 0x7b), ('cp936', 0x7a), ('cp949', 0x79), ('cp950', 0x78),
]
UNMARKED = ('utf-8', 0)
# The date of the last change, 1 January 1980: the same sheet makes the same bytes.
DATE = b'\x50\x01\x01'
DBASE_3, IN_USE, FIELDS_END, TABLE_END = b'\x03', b' ', b'\r', b'\x1a'


class Column:
    """The values of a column, what kind of field holds all of them, and what is lost by that."""

    def __init__(self, values, encoding):
        self.losses = set()
        self.kind, self.decimals, self.texts = self.fitted([value for value in values if value], values)
        self.encoded = [text.encode(encoding) for text in self.texts]
        self.width = max([1, *map(len, self.encoded)])
        if self.kind == 'C' and self.width > MAX_TEXT:
            self.losses.add('texts_shortened')
            self.encoded = [shortened(text, MAX_TEXT, encoding) for text in self.encoded]
            self.width = MAX_TEXT

    def fitted(self, filled, values):
        kinds = {kind for kind, _ in filled}
        if kinds == {'number'}:
            numbers = [value and number_of(value[1]) for value in values]
            decimals = max(-number.as_tuple().exponent for number in numbers if number is not None)
            decimals = max(0, decimals)
            texts = ['' if number is None else f'{number:.{decimals}f}' for number in numbers]
            if decimals <= MAX_DECIMALS and max(map(len, texts)) <= MAX_WIDTH:
                return 'N', decimals, texts
        if kinds == {'date'}:
            days = ['' if value is None else day_of(value[1]) for value in values]
            if None not in days:
                return 'D', 0, days
        if kinds == {'boolean'}:
            return 'L', 0, ['' if value is None else 'T' if value[1] == 'true' else 'F' for value in values]
        if kinds - {'text'}:
            self.losses.add('value_types_dropped')
        return 'C', 0, ['' if value is None else value[1] for value in values]

    def cell(self, row):
        text = self.encoded[row]
        if self.kind == 'L':
            return text or b'?'
        return text.rjust(self.width) if self.kind == 'N' else text.ljust(self.width)


def number_of(text):
    """Rounded to the digits that spreadsheets keep, without the noise of binary fractions."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise Refused('corrupt a number is none') from None
    if not number.is_finite():
        raise Refused('corrupt a number is infinite')
    if len(number.as_tuple().digits) > EXACT_DIGITS and number != number.to_integral_value():
        number = Decimal(f'{number:.{EXACT_DIGITS}g}')
    return number.normalize() if number else Decimal(0)


def day_of(text):
    """As dBASE has it; None for an instant within a day."""
    try:
        return datetime.date.fromisoformat(text.removesuffix('T00:00:00')).strftime('%Y%m%d').rjust(8, '0')
    except ValueError:
        return None


def shortened(text, size, encoding):
    """At most so many bytes, and no half letter at the end."""
    return text if len(text) <= size else text[:size].decode(encoding, 'ignore').encode(encoding)


def encoding_of(rows):
    letters = ''.join({letter for row in rows for value in row if value for letter in value[1]})
    for encoding, mark in ENCODINGS:
        try:
            letters.encode(encoding)
            return encoding, mark
        except UnicodeEncodeError:
            continue
    return UNMARKED


def with_names(rows):
    """The names of the columns, and the rows below them: the first row, if all of it is different texts."""
    width = max(map(len, rows))
    rows = [row + [None] * (width - len(row)) for row in rows]
    first = rows[0]
    are_names = all(value and value[0] == 'text' and value[1].strip() for value in first)
    if len(rows) > 1 and are_names and len({value[1] for value in first}) == width:
        return [value[1] for value in first], rows[1:]
    return [f'COLUMN{number}' for number in range(1, width + 1)], rows


def fields_of(names, encoding):
    """Names of letters, digits and underscores, each another one also if small letters count as large ones."""
    fields, taken = [], set()
    for name in names:
        letters = unicodedata.normalize('NFC', name.strip())
        plain = ''.join(letter if letter.isalnum() else '_' for letter in letters)
        if plain[:1].isdecimal():
            plain = f'_{plain}'
        field, number = shortened(plain.encode(encoding), MAX_NAME, encoding), 1
        while field.upper() in taken:
            number += 1
            ending = f'_{number}'.encode()
            field = shortened(plain.encode(encoding), MAX_NAME - len(ending), encoding) + ending
        fields.append(field)
        taken.add(field.upper())
    return fields


def write_table(rows, target, losses):
    names, rows = with_names(rows)
    if len(names) > MAX_FIELDS:
        raise Refused(f'large The table has more than {MAX_FIELDS} columns, the most that this format holds.')
    encoding, mark = encoding_of([*rows, [('text', name + unicodedata.normalize('NFC', name)) for name in names]])
    fields = fields_of(names, encoding)
    if [field.decode(encoding) for field in fields] != names:
        losses.add('names_changed')
    columns = [Column([row[index] for row in rows], encoding) for index in range(len(names))]
    for column in columns:
        losses |= column.losses
    start, size = 32 * (len(columns) + 1) + 1, 1 + sum(column.width for column in columns)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    if limit != resource.RLIM_INFINITY and start + size * len(rows) > limit:
        raise Refused('large The result would be larger than one conversion may write.')
    with open(target, 'wb') as file:
        file.write(DBASE_3 + DATE + struct.pack('<IHH17xB2x', len(rows), start, size, mark))
        for field, column in zip(fields, columns):
            file.write(struct.pack('<11sc4xBB14x', field, column.kind.encode(), column.width, column.decimals))
        file.write(FIELDS_END)
        for row in range(len(rows)):
            file.write(IN_USE + b''.join(column.cell(row) for column in columns))
        file.write(TABLE_END)


def convert(source, target, say):
    """The first sheet goes to `target`, and each further one to a file with its number before the dot."""
    sheets, losses = Sheets().read(source), set()
    if not sheets:
        raise Refused('corrupt it has no tables')
    for index, rows in enumerate(sheets):
        write_table(rows, target if index == 0 else target.replace('.dbf', f'-{index + 1}.dbf'), losses)
    for loss in sorted(losses):
        say('loss', loss)
