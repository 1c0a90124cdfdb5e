"""
Runs inside the jail: writes the first page of a drawing, which LibreOffice has exported to SVG, as DXF of AutoCAD 2004, the
first with true colours. Arguments: the paths of the input and of the output.

Standard output: `loss <code> <count>`, or `refused pixels` for a drawing of pixels alone.
"""

import functools
import sys

sys.path[:0] = ["/usr/lib/python3/dist-packages", __file__.rpartition("/")[0]]

import ezdxf  # noqa: E402
from ezdxf.colors import DXF_DEFAULT_COLORS, int2rgb, rgb2int  # noqa: E402
from ezdxf.enums import TextEntityAlignment  # noqa: E402
from svg import Drawing  # noqa: E402

MILLIMETRES = 4
INK = 7
# Of the size of a font: DXF measures capital letters.
CAPITALS = 0.716
# In hundredths of a millimetre: DXF Reference, group 370.
WIDTHS = (0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211)


@functools.cache
def colours(rgb):
    """A colour, and the nearest of the numbered ones, for programs that know no others."""
    def distance(index):
        # The seventh is that of ink: black on paper.
        numbered = (0, 0, 0) if index == INK else int2rgb(DXF_DEFAULT_COLORS[index])
        return sum((a - b) ** 2 for a, b in zip(rgb, numbered))

    return {"true_color": rgb2int(rgb), "color": min(range(1, 256), key=distance)}


class Document:
    """The entities of a file."""

    def __init__(self):
        self.file = ezdxf.new("R2004", setup=False)
        self.file.header["$INSUNITS"] = MILLIMETRES
        self.space = self.file.modelspace()
        self.styles = {}

    def page(self, width, height):
        # Without them LibreOffice does not know how large the drawing is.
        header = self.file.header
        header["$EXTMIN"], header["$EXTMAX"] = (0, 0, 0), (width, height, 0)
        header["$LIMMIN"], header["$LIMMAX"] = (0, 0), (width, height)
        self.space.reset_extents((0, 0, 0), (width, height, 0))

    def shape(self, paths, fill, stroke, width, opacity):
        closed = [points for points, is_closed in paths if is_closed and len(points) > 2]
        if fill and closed:
            hatch = self.space.add_hatch(dxfattribs={"hatch_style": 0})
            hatch.update_dxf_attribs(colours(fill))
            for points in closed:
                hatch.paths.add_polyline_path(points, is_closed=True)
            if opacity < 1:
                hatch.transparency = max(0, 1 - opacity)
        if stroke is None:
            return
        weight = min(WIDTHS, key=lambda each: abs(each - width * 100))
        attributes = {**colours(stroke), "lineweight": weight}
        for points, is_closed in paths:
            self.space.add_lwpolyline(points, close=is_closed, dxfattribs=attributes)

    def words(self, text, place, size, angle, family, colour):
        attributes = {"height": max(size * CAPITALS, 0.01), "rotation": angle, "style": self.style(family)}
        if colour:
            attributes.update(colours(colour))
        # A line feed would end the value of the group.
        line = " ".join(text.split())
        self.space.add_text(line, dxfattribs=attributes).set_placement(place, align=TextEntityAlignment.LEFT)

    def style(self, family):
        name = "".join(each for each in family if each.isalnum()) or "Standard"
        if name not in self.styles:
            if name not in self.file.styles:
                self.file.styles.new(name, dxfattribs={"font": f"{name.lower()}.ttf"})
            self.styles[name] = name
        return name


def main():
    given, made = sys.argv[1:]
    document = Document()
    drawing = Drawing(document)
    with open(given, "rb") as file:
        drawing.read(file)
    if drawing.pictures and len(document.space) == 0:
        print("refused pixels")
        return
    document.file.saveas(made)
    if drawing.pages > 1:
        print("loss pages_dropped", drawing.pages - 1)
    if drawing.pictures:
        print("loss pixels_dropped", drawing.pictures)


main()
