"""Why a font is not converted, in one word that the engine file knows."""


class Refusal(Exception):
    """`corrupt`, `bitmaps` (no outlines to convert), `points` (too many) or `large`; the text goes to the log."""

    def __init__(self, code, detail):
        super().__init__(detail)
        self.code = code
