"""The parts of a message: RFC 5322, 2045 to 2047, 2387, 2557."""
import codecs
import email
import email.errors
import email.header
import re

HEAD = ('From', 'To', 'Cc', 'Bcc', 'Date')
# A message has at least one of them.
USUAL = (*HEAD, 'Subject', 'Received', 'MIME-Version', 'Content-Type', 'Message-ID')
SIGNATURES = ('application/pgp-signature', 'application/pkcs7-signature', 'application/x-pkcs7-signature')
PACKED = ('application/pkcs7-mime', 'application/x-pkcs7-mime')
# Encodings of Python for names and its own texts; their readers take long.
NOT_OF_TEXTS = ('idna', 'punycode', 'unicode-escape', 'unicode_escape', 'raw-unicode-escape', 'raw_unicode_escape', 'undefined')
CONTROLS = {code: None for code in [*range(9), 11, 12, *range(14, 32), 127, 0xfffe, 0xffff]}
MAX_RESOURCES = 2_000
# More than any list of receivers that someone would read; the time of its reader grows with the square.
MAX_HEADER = 20_000
META = re.compile(rb'charset=["\']?([A-Za-z0-9_:.-]{1,40})', re.IGNORECASE)


class Refused(Exception):
    pass


def decode(data, charset):
    """Text without what XML cannot hold; in UTF-8 or the encoding of Windows if the named encoding is unknown or wrong."""
    for name in (charset, 'utf-8'):
        try:
            if name and codecs.lookup(name).name not in NOT_OF_TEXTS:
                return data.decode(name).translate(CONTROLS)
        except (LookupError, UnicodeError, ValueError):
            continue
    return data.decode('cp1252', 'replace').translate(CONTROLS)


def words(value):
    """The text of a header. Bytes that are not ASCII are surrogates in it."""
    raw = str(value)[:MAX_HEADER].encode('utf-8', 'surrogateescape')
    try:
        pieces = email.header.decode_header(decode(raw, 'utf-8'))
    except (email.errors.HeaderParseError, ValueError):
        return ' '.join(decode(raw, 'utf-8').split())
    texts = [piece if isinstance(piece, str) else decode(piece, charset) for piece, charset in pieces]
    return ' '.join(''.join(texts).split())


class Resource:
    """A picture or style sheet beside a page."""

    def __init__(self, part):
        self.type = part.get_content_type()
        self.data = part.get_payload(decode=True) or b''
        self.id = str(part.get('Content-ID', '')).strip().strip('<>')
        self.location = words(part.get('Content-Location', ''))
        self.is_used = False

    @property
    def is_picture(self):
        return self.type.startswith('image/')


class Body:
    """A text to be shown: HTML, or plain."""

    def __init__(self, part):
        self.is_page = part.get_content_type() == 'text/html'
        data = part.get_payload(decode=True) or b''
        declared = META.search(data[:2_048]) if self.is_page else None
        charset = part.get_content_charset() or (declared and declared[1].decode('ascii'))
        self.text = decode(data, charset)
        self.location = words(part.get('Content-Location', ''))
        self.is_flowed = str(part.get_param('format', '')).lower() == 'flowed'


class Message:
    """The head, the bodies in their order, and what belongs to them."""

    def __init__(self, data):
        message = email.message_from_bytes(data)
        # The values as they are: the class would replace letters that are not encoded.
        found = {}
        for name, value in message.raw_items():
            found.setdefault(name.lower(), value)
        if not any(name.lower() in found for name in USUAL):
            raise Refused('corrupt it is no message')
        self.head = [(name, words(found[name.lower()])) for name in HEAD if name.lower() in found]
        self.subject = words(found.get('subject', ''))
        self.location = words(found.get('content-location', ''))
        self.bodies, self.resources = [], []
        self.attachments, self.is_signed, self.is_cut = 0, False, False
        self.collect(message)

    def collect(self, part):
        kind = part.get_content_type()
        self.is_cut = self.is_cut or any(
            isinstance(defect, (email.errors.CloseBoundaryNotFoundDefect, email.errors.StartBoundaryNotFoundDefect))
            for defect in part.defects)
        if kind == 'multipart/encrypted' or (kind in PACKED and 'signed' not in str(part.get_param('smime-type', ''))):
            raise Refused('encrypted')
        if kind.startswith('message/') or kind in PACKED:
            self.attachments += 1
        elif not part.is_multipart():
            self.collect_single(part, kind)
        elif kind == 'multipart/alternative':
            self.collect_best(part.get_payload())
        elif kind == 'multipart/related':
            self.collect_related(part)
        else:
            for child in part.get_payload():
                self.collect(child)

    def collect_single(self, part, kind):
        is_attached = part.get_content_disposition() == 'attachment'
        if kind in ('text/html', 'text/plain') and not is_attached:
            self.bodies.append(Body(part))
        elif kind in SIGNATURES:
            self.is_signed = True
        elif kind.startswith('image/') and (not is_attached or part.get('Content-ID')):
            self.add_resource(part)
        else:
            self.attachments += 1

    def add_resource(self, part):
        if len(self.resources) >= MAX_RESOURCES:
            raise Refused('large The message has more pictures than a conversion may hold.')
        self.resources.append(Resource(part))

    def collect_best(self, parts):
        """The last one that can be shown, which is the richest; the others say the same."""
        shown = [part for part in parts if has_body(part, ('text/html', 'text/plain'))]
        pages = [part for part in shown if has_body(part, ('text/html',))]
        for part in (pages or shown)[-1:]:
            self.collect(part)

    def collect_related(self, part):
        children = part.get_payload()
        start = str(part.get_param('start', ''))
        first = next((child for child in children if start and child.get('Content-ID') == start), None)
        first = first if first is not None else next(iter(children), None)
        for child in children:
            kind = child.get_content_type()
            if child is first or child.is_multipart():
                self.collect(child)
            elif kind.startswith('image/') or kind == 'text/css':
                self.add_resource(child)
            elif child.get('Content-Location') is None:
                self.attachments += 1


def has_body(part, kinds):
    return any(child.get_content_type() in kinds for child in part.walk())
