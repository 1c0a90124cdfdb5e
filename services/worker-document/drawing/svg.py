"""Reads what LibreOffice's export of drawings to SVG writes, and nothing else of SVG."""

import math
import re
from xml.parsers import expat

# Of an element inside others; LibreOffice nests groups as its user did.
MAX_DEPTH = 200
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COMMAND = re.compile(r"[MLCZ]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
TRANSFORM = re.compile(r"(translate|rotate|scale|matrix)\(([^()]*)\)")
COLOUR = re.compile(r"rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)")
URL = re.compile(r"url\(#([\w-]+)\)")
INHERITED = ("fill", "stroke", "stroke-width", "fill-opacity", "font-size", "font-family")


def numbers(text):
    return [float(each) for each in NUMBER.findall(text or "")]


def colour(text):
    """Red, green and blue, or none."""
    found = COLOUR.fullmatch(text or "")
    return tuple(min(255, int(each)) for each in found.groups()) if found else None


def times(a, b):
    """The product of two affine matrices (a, b, c, d, e, f) as in SVG."""
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def matrix_of(text):
    matrix = (1, 0, 0, 1, 0, 0)
    for kind, values in TRANSFORM.findall(text or ""):
        given = numbers(values)
        if kind == "matrix" and len(given) == 6:
            step = tuple(given)
        elif kind == "translate" and given:
            step = (1, 0, 0, 1, given[0], given[1] if len(given) > 1 else 0)
        elif kind == "scale" and given:
            step = (given[0], 0, 0, given[-1], 0, 0)
        elif kind == "rotate" and given:
            angle = math.radians(given[0])
            turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
            around = given[1:3] if len(given) == 3 else [0, 0]
            step = times(times((1, 0, 0, 1, *around), turn), (1, 0, 0, 1, -around[0], -around[1]))
        else:
            continue
        matrix = times(matrix, step)
    return matrix


def point(matrix, x, y):
    return (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])


def subpaths(text):
    """Lists of points with their curves flattened, and whether each is closed."""
    tokens = COMMAND.findall(text or "")
    paths, points, command, at = [], [], "M", 0
    while at < len(tokens):
        if tokens[at] in "MLCZ":
            command = tokens[at]
            at += 1
            if command == "Z" and points:
                paths.append((points, True))
                points = []
            continue
        count = 6 if command == "C" else 2
        values = [float(each) for each in tokens[at : at + count]]
        if len(values) < count or command == "Z":
            raise ValueError("a path that LibreOffice does not write")
        at += count
        if command == "M":
            if len(points) > 1:
                paths.append((points, False))
            points, command = [(values[0], values[1])], "L"
        elif command == "L":
            points.append((values[0], values[1]))
        else:
            points.extend(curve(points[-1], values))
    if len(points) > 1:
        paths.append((points, False))
    return paths


STEPS = 16


def curve(start, values):
    """A cubic curve without its start."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, values
    for step in range(1, STEPS + 1):
        t = step / STEPS
        s = 1 - t
        a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
        yield (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)


def ellipse(x, y, rx, ry):
    count = 4 * STEPS
    angles = [2 * math.pi * each / count for each in range(count)]
    return [(x + rx * math.cos(angle), y + ry * math.sin(angle)) for angle in angles]


class Drawing:
    """Calls `shape` and `words` of a target for what the first page shows."""

    def __init__(self, target):
        self.target = target
        self.height = 0
        self.pages = 0
        self.pictures = 0
        self.stack = [({}, (1, 0, 0, 1, 0, 0), False, None)]
        self.stops = {}
        self.gradient = None
        self.position = None
        self.text = ""
        self.letters = {}

    def read(self, file):
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.EntityDeclHandler = self.refuse
        parser.ParseFile(file)

    def refuse(self, *_):
        raise ValueError("LibreOffice declares no entities")

    def start(self, name, attributes):
        if len(self.stack) > MAX_DEPTH:
            raise ValueError("too many groups in groups")
        style, matrix, is_page, _ = self.stack[-1]
        style = {**style, **{key: attributes[key] for key in INHERITED if key in attributes}}
        matrix = times(matrix, matrix_of(attributes.get("transform")))
        if name == "svg":
            _, _, width, self.height = numbers(attributes.get("viewBox"))
            self.target.page(width / 100, self.height / 100)
        if attributes.get("class") == "Slide":
            self.pages += 1
            is_page = self.pages == 1
        if name in ("linearGradient", "radialGradient"):
            self.gradient = attributes.get("id")
        if name == "stop" and self.gradient not in self.stops:
            self.stops[self.gradient] = colour(re.sub(r".*?(rgb\([\d,]*\)).*", r"\1", attributes.get("style", "")))
        self.stack.append((style, matrix, is_page, attributes.get("class")))
        if is_page:
            self.element(name, attributes, style, matrix)

    def element(self, name, attributes, style, matrix):
        kind = attributes.get("class")
        if name == "image":
            self.pictures += 1
        elif kind == "TextPosition":
            self.position = (float(attributes.get("x", 0)), float(attributes.get("y", 0)))
        elif name == "path":
            self.shape(subpaths(attributes.get("d")), style, matrix)
        elif name == "rect" and kind != "BoundingBox":
            x, y, w, h = (float(attributes.get(key, 0)) for key in ("x", "y", "width", "height"))
            self.shape([([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True)], style, matrix)
        elif name == "line":
            ends = [tuple(float(attributes.get(key, 0)) for key in pair) for pair in (("x1", "y1"), ("x2", "y2"))]
            self.shape([(ends, False)], style, matrix)
        elif name in ("ellipse", "circle"):
            x, y, r = (float(attributes.get(key, 0)) for key in ("cx", "cy", "r"))
            points = ellipse(x, y, float(attributes.get("rx", r)), float(attributes.get("ry", r)))
            self.shape([(points, True)], style, matrix)
        elif name in ("polygon", "polyline"):
            given = numbers(attributes.get("points"))
            self.shape([(list(zip(given[::2], given[1::2])), name == "polygon")], style, matrix)

    def shape(self, paths, style, matrix):
        fill = self.paint(style.get("fill"))
        stroke = self.paint(style.get("stroke"))
        paths = [([self.place(matrix, *each) for each in points], is_closed) for points, is_closed in paths]
        width = (numbers(style.get("stroke-width")) or [0])[0] * math.hypot(matrix[0], matrix[1])
        opacity = (numbers(style.get("fill-opacity")) or [1])[0]
        self.target.shape(paths, fill, stroke, width / 100, opacity)

    def paint(self, text):
        found = URL.fullmatch(text or "")
        return self.stops.get(found.group(1)) if found else colour(text)

    def place(self, matrix, x, y):
        """In millimetres, from the bottom up."""
        left, top = point(matrix, x, y)
        return (left / 100, (self.height - top) / 100)

    def end(self, name):
        _, matrix, is_page, kind = self.stack.pop()
        if name.endswith("Gradient"):
            self.gradient = None
        if is_page and kind == "TextPosition":
            self.line(matrix)

    def line(self, matrix):
        """All letters of a line, with the style of its first."""
        if self.text.strip():
            style = self.letters
            size = (numbers(style.get("font-size")) or [0])[0] * math.hypot(matrix[2], matrix[3]) / 100
            angle = -math.degrees(math.atan2(matrix[1], matrix[0]))
            family = (style.get("font-family") or "").split(",")[0].strip()
            place = self.place(matrix, *self.position)
            self.target.words(self.text, place, size, angle, family, self.paint(style.get("fill")))
        self.position, self.text = None, ""

    def characters(self, text):
        style, _, is_page, _ = self.stack[-1]
        if not is_page or self.position is None:
            return
        if not self.text.strip():
            self.letters = style
        self.text += text
