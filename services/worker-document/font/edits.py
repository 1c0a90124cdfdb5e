"""Changes that the user wants of a font, before it is converted: fewer letters, one weight, no hints, no features, fewer names."""

from io import BytesIO

import container as containers
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from refusal import Refusal
from writing import by_fonttools

EDITED = "/tmp/edited.ttf"

# As web fonts are usually split: the ranges of Google Fonts. The first ones are punctuation and signs that every text has.
COMMON = [(0x20, 0x7E), (0xA0, 0xBF), (0x2000, 0x206F), (0x20AC, 0x20AC), (0x2122, 0x2122), (0x2190, 0x2193), (0x2212, 0x2212)]
LATIN = [*COMMON, (0xC0, 0xFF), (0x131, 0x131), (0x152, 0x153), (0x2BB, 0x2BC), (0x2C6, 0x2C6), (0x2DA, 0x2DA), (0x2DC, 0x2DC)]
RANGES = {
    "latin": LATIN,
    "latin-ext": [*LATIN, (0x100, 0x24F), (0x259, 0x259), (0x1E00, 0x1EFF), (0x20A0, 0x20C0), (0x2C60, 0x2C7F), (0xA720, 0xA7FF)],
    "cyrillic": [*COMMON, (0x301, 0x301), (0x400, 0x52F), (0x1C80, 0x1C88), (0x2116, 0x2116), (0x2DE0, 0x2DFF), (0xA640, 0xA69F)],
    "greek": [*COMMON, (0x370, 0x3FF), (0x1F00, 0x1FFF)],
    "vietnamese": [*LATIN, (0x102, 0x103), (0x110, 0x111), (0x128, 0x129), (0x168, 0x169), (0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x300, 0x309), (0x323, 0x323), (0x1EA0, 0x1EF9), (0x20AB, 0x20AB)],
}
# Family, style, unique name, full name, version, PostScript name, and the family and style of the typographer.
USED_NAMES = [1, 2, 3, 4, 5, 6, 16, 17, 25]
ENGLISH = [0x409]


def wanted(settings):
    """Whether anything of the font changes."""
    kept = {"subset": "all", "hinting": "keep", "layoutFeatures": "keep", "names": "keep"}
    return "weight" in settings or any(settings.get(name, usual) != usual for name, usual in kept.items())


def edited(font, settings):
    """Path of the changed font, which is checked against the conversion like an upload."""
    changed = TTFont(BytesIO(by_fonttools(font, font.tables, None)), lazy=True)
    if "weight" in settings:
        _pin(changed, settings["weight"])
    changed = _subset(changed, settings)
    out = BytesIO()
    changed.save(out)
    # A signature does not hold for the new font.
    result = containers.read_tables(out.getvalue())
    result.tables.pop("DSIG", None)
    with open(EDITED, "wb") as file:
        file.write(by_fonttools(result, result.tables, None))
    return EDITED


def _pin(font, weight):
    axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    axis = axes.get("wght")
    # fontTools 4.38 makes no instances of cubic outlines.
    if axis is None or "CFF2" in font or not axis.minValue <= weight <= axis.maxValue:
        raise Refusal("weight", "no weight %d" % weight)
    limits = {tag: weight if tag == "wght" else each.defaultValue for tag, each in axes.items()}
    instancer.instantiateVariableFont(font, limits, inplace=True, overlap=instancer.OverlapMode.KEEP_AND_DONT_SET_FLAGS)
    if "OS/2" in font:
        font["OS/2"].usWeightClass = weight


def _subset(font, settings):
    options = subset.Options()
    options.notdef_outline = True
    options.glyph_names = True
    options.legacy_kern = True
    options.drop_tables = ["DSIG"]
    options.passthrough_tables = True
    options.recalc_timestamp = False
    options.hinting = settings.get("hinting", "keep") == "keep"
    features = settings.get("layoutFeatures", "keep")
    if features == "keep":
        options.layout_features = ["*"]
    elif features == "drop":
        options.layout_features = []
        options.legacy_kern = False
        options.drop_tables += ["GSUB", "GPOS", "GDEF", "kern", "morx", "kerx"]
    if settings.get("names", "keep") == "keep":
        options.name_IDs, options.name_languages, options.name_legacy = ["*"], ["*"], True
    else:
        options.name_IDs, options.name_languages = USED_NAMES, ENGLISH
    letters = RANGES.get(settings.get("subset", "all"))
    cmap = font.getBestCmap() or {}
    if letters is None:
        chosen = set(cmap)
        options.notdef_glyph = options.recommended_glyphs = True
    else:
        chosen = {code for first, last in letters for code in range(first, last + 1)} & set(cmap)
        # Nearly every font has English letters.
        own = letters[len(COMMON) :] if letters[len(COMMON)][0] >= 0x300 else letters
        if not any(first <= code <= last for code in chosen for first, last in own if code > 0x20):
            raise Refusal("letters", "none of the letters")
    subsetter = subset.Subsetter(options)
    # Without fewer letters no glyph is dropped either: some are reached by their number or their name alone.
    subsetter.populate(unicodes=chosen, glyphs=font.getGlyphOrder() if letters is None else [])
    subsetter.subset(font)
    return font
