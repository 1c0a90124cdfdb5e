"""What calibre 6.13 does not do right, or not safely, with books of old devices and with zipped texts and pages. Its own classes
are changed before the job comes, so a version in which one of them is missing does not start.
"""

import html
import io
import os

from calibre.customize.ui import get_file_type_metadata
from calibre.ebooks.chardet import detect
from calibre.ebooks.conversion.plugins import snb_input
from calibre.ebooks.conversion.plugins.htmlz_input import HTMLZInput
from calibre.ebooks.conversion.plugins.rb_output import RBOutput
from calibre.ebooks.conversion.plugins.snb_output import SNBOutput
from calibre.ebooks.conversion.plugins.txt_input import TXTInput
from calibre.ebooks.conversion.plugins.txt_output import TXTZOutput
from calibre.ebooks.metadata import opf2
from calibre.ebooks.oeb.base import SVG_MIME
from calibre.ebooks.oeb.transforms.filenames import FlatFilenames
from calibre.ebooks.oeb.transforms.metadata import meta_info_to_oeb_metadata
from calibre.ebooks.oeb.transforms.rasterize import SVGRasterizer
from calibre.ebooks.rb.writer import RBWriter
from calibre.ebooks.snb.snbfile import SNBFile
from calibre.utils.img import image_from_data, image_to_data

# Of a text without any sign of its encoding, this much is searched for one.
SEARCHED_BYTES = 64 * 1024


def is_inside(path):
    """Whether a path leads to the folder into which the book was unpacked."""
    folder = os.path.realpath(os.getcwd()) + os.sep
    return os.path.realpath(os.path.join(folder, path)).startswith(folder)


class OPF(opf2.OPF):
    """Names a cover only if it is in the zip: calibre would embed any picture of the disk."""

    @property
    def raster_cover(self):
        path = super().raster_cover
        return path if path and is_inside(path) else None

    @property
    def cover(self):
        path = super().cover
        return path if path and is_inside(path) else None


convert_page = HTMLZInput.convert


def convert_zipped_page(self, *arguments):
    # The converter imports it when it runs; a process has one job.
    opf2.OPF = OPF
    return convert_page(self, *arguments)


HTMLZInput.convert = convert_zipped_page

# A text in a book of an old device is plain: calibre would guess that it is Markdown or Textile, or change its punctuation.
for option in TXTInput.options:
    if option.option.name == "formatting_type":
        option.recommended_value = "plain"

# It would copy pictures from anywhere on the disk; those in the zip are found without it.
TXTInput.fix_resources = lambda self, page, folder: page

convert_text = TXTInput.convert


def encoding_of(text):
    """calibre looks at the first 4,096 bytes alone, which in many books are ASCII."""
    try:
        text.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        found = detect(text[:SEARCHED_BYTES])["encoding"]
        return found if found and found.lower() != "ascii" else "cp1252"


def convert_any_text(self, stream, options, file_ext, *others):
    if file_ext == "txt" and not options.input_encoding:
        text = stream.read()
        options.input_encoding = encoding_of(text)
        stream = io.BytesIO(text)
    book = convert_text(self, stream, options, file_ext, *others)
    if file_ext == "txtz":
        # calibre would look for them as if the zip were the text in it.
        details = get_file_type_metadata(stream, file_ext)
        if not details.is_null("title"):
            meta_info_to_oeb_metadata(details, book.metadata, self.log)
    return book


TXTInput.convert = convert_any_text


def without_drawings(write):
    """These fail at a drawing, or leave it out, so it becomes a picture before."""
    def write_pictures(self, book, *others):
        SVGRasterizer()(book, others[2])
        for item in list(book.manifest):
            if item.media_type == SVG_MIME:
                book.manifest.remove(item)
        write(self, book, *others)
    return write_pictures


def with_flat_names(write):
    """A SNB has no folders, and calibre names a picture in a page otherwise than in the list if both are in folders."""
    def write_flat(self, book, *others):
        FlatFilenames()(book, others[2])
        write(self, book, *others)
    return write_flat


TXTZOutput.convert = without_drawings(TXTZOutput.convert)
SNBOutput.convert = without_drawings(with_flat_names(SNBOutput.convert))
RBOutput.convert = without_drawings(RBOutput.convert)


def write_picture(_, picture, path):
    """calibre fails where it should make a picture as small as the screen of a reader."""
    with open(path, "wb") as file:
        file.write(image_to_data(image_from_data(picture), fmt=path.rpartition(".")[-1]))


SNBOutput.HandleImage = write_picture


class Details(bytes):
    """calibre counts letters, and writes more bytes: with an author in Cyrillic no reader would find what follows."""

    def encode(self, _):
        return self


details_of = RBWriter._info_section
RBWriter._info_section = lambda self, metadata: Details(details_of(self, metadata).encode("utf-8"))

# Names in a SNB are bytes, which calibre compares with texts: it would find no chapter.
parse_names = SNBFile.ParseFile


def parse_files(self, table, count):
    parse_names(self, table, count)
    for file in self.files:
        file.fileName = file.fileName.decode("utf-8", "replace")


SNBFile.ParseFile = parse_files
# calibre's own fails at an empty line, makes every space one at which no line may break, and keeps the wide spaces that indent.
snb_input.html_encode = lambda line: html.escape((line or "").lstrip("\u3000")).replace("\n", "<br/>")
