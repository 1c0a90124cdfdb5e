"""Replaces a variable font by its default instance."""

from fontTools.varLib import instancer


def pinned(font):
    """Its tables by tag without variations, and without outlines, which are drawn again."""
    for tag in ("gvar", "cvar", "CFF2"):
        if tag in font:
            del font[tag]
    axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    instancer.instantiateVariableFont(font, axes, inplace=True, overlap=instancer.OverlapMode.KEEP_AND_DONT_SET_FLAGS)
    return {str(tag): font.getTableData(tag) for tag in font.keys() if tag != "GlyphOrder"}
