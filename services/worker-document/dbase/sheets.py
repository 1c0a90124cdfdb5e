"""Reads the sheets of a flat OpenDocument spreadsheet: their values with their types, row by row."""
from xml.parsers import expat

from refusal import MAX_CELLS, Refused

OFFICE = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0 '
TABLE = 'urn:oasis:names:tc:opendocument:xmlns:table:1.0 '
TEXT = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0 '
DRAW = 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0 '
CELLS = (TABLE + 'table-cell', TABLE + 'covered-table-cell')
# Notes, drawings, and tables that are copies of other files or of former times.
IGNORED = {
    OFFICE + 'annotation', OFFICE + 'settings', DRAW + 'frame', TABLE + 'shapes', TABLE + 'tracked-changes',
    TABLE + 'dde-links', DRAW + 'custom-shape',
}
# A sheet has no more rows; more of them are repeated to its edge and empty.
MAX_REPEATS = 1_048_576
MAX_SPACES = 1_000


class Sheets:
    """The handlers of expat. `found` has the rows of each sheet; a row its values, pairs of a type and a text, or None."""

    def __init__(self):
        self.found, self.cells = [], 0
        self.ignored = 0
        self.row, self.empty_cells, self.empty_rows, self.row_repeats = [], 0, 0, 1
        self.cell, self.lines, self.line = None, [], None

    def read(self, path):
        parser = expat.ParserCreate(namespace_separator=' ')
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self.open, self.close
        parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = self.text, self.refuse
        try:
            with open(path, 'rb') as file:
                parser.ParseFile(file)
        except expat.ExpatError as error:
            raise Refused(f'corrupt {error}') from error
        return [rows for rows in self.found if rows]

    def refuse(self, *_):
        raise Refused('corrupt it declares entities')

    def open(self, name, attributes):
        self.ignored += name in IGNORED
        if self.ignored:
            return
        if name == TABLE + 'table':
            self.found.append([])
            self.empty_rows = 0
        elif name == TABLE + 'table-row':
            self.row, self.empty_cells = [], 0
            self.row_repeats = repeats(attributes.get(TABLE + 'number-rows-repeated'))
        elif name in CELLS:
            self.cell, self.lines = attributes, []
        elif name == TEXT + 'p' and self.cell is not None:
            self.line = []
        elif self.line is not None:
            if name == TEXT + 's':
                self.line.append(' ' * min(repeats(attributes.get(TEXT + 'c')), MAX_SPACES))
            elif name in (TEXT + 'tab', TEXT + 'line-break'):
                self.line.append('\t' if name == TEXT + 'tab' else '\n')

    def text(self, part):
        if self.line is not None and not self.ignored:
            self.line.append(part)

    def close(self, name):
        if name in IGNORED:
            self.ignored -= 1
        elif self.ignored:
            pass
        elif name == TEXT + 'p' and self.line is not None:
            self.lines.append(''.join(self.line))
            self.line = None
        elif name in CELLS and self.cell is not None:
            self.end_cell()
        elif name == TABLE + 'table-row' and self.found:
            self.end_row()

    def end_cell(self):
        value = value_of(self.cell, '\n'.join(self.lines))
        count = repeats(self.cell.get(TABLE + 'number-columns-repeated'))
        self.cell = None
        if value is None:
            self.empty_cells += count
            return
        self.add(self.empty_cells + count)
        self.row += [None] * self.empty_cells + [value] * count
        self.empty_cells = 0

    def end_row(self):
        if not self.row:
            self.empty_rows += self.row_repeats
            return
        rows = self.found[-1]
        self.add(self.empty_rows + len(self.row) * (self.row_repeats - 1))
        rows += [[]] * self.empty_rows + [self.row] * self.row_repeats
        self.empty_rows = 0

    def add(self, count):
        self.cells += count
        if self.cells > MAX_CELLS:
            raise Refused('large The table has more cells than a conversion may hold.')


def repeats(attribute):
    return max(1, min(int(attribute), MAX_REPEATS)) if attribute and attribute.isdecimal() else 1


def value_of(attributes, text):
    """The type of a cell and its value as text; None for an empty one."""
    kind = attributes.get(OFFICE + 'value-type')
    if kind in ('float', 'percentage', 'currency'):
        return 'number', attributes.get(OFFICE + 'value', text)
    if kind == 'date':
        return 'date', attributes.get(OFFICE + 'date-value', text)
    if kind == 'boolean':
        return 'boolean', attributes.get(OFFICE + 'boolean-value', text)
    if kind == 'time':
        return 'time', text or attributes.get(OFFICE + 'time-value', '')
    return ('text', text) if text else None
