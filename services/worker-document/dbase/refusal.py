"""Why a table is not converted, and the limit that both directions share."""

MAX_CELLS = 2_000_000


class Refused(Exception):
    """The reason and what the user is told, as `python.ts` of this service reads them."""
