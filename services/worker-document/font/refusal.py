"""Why a font is refused, as a word that the engine file maps to an error code."""


class Refusal(Exception):
    """`corrupt`, `bitmaps` (no outlines to convert), `points` (too many) or `large`; the text goes to the log."""

    def __init__(self, code, detail):
        super().__init__(detail)
        self.code = code
