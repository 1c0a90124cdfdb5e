"""Writes a message or a saved web page as a book of one chapter, an EPUB: main.py <file> <source> <book>.

The source is `message`, `outlook`, or `page`, whose message is only a wrapping. Standard output: `loss <code> [count]`,
`damaged`, or `refused <reason> [detail]`.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # left out by `-I`

from book import write_book
from message import Message, Refused

MSGCONVERT = '/usr/bin/msgconvert'


def as_mail(path):
    """An ordinary message of one of Outlook."""
    mail = '/job/out/message.eml'
    done = subprocess.run(
        [MSGCONVERT, '--outfile', mail, path], stdin=subprocess.DEVNULL, capture_output=True, env={'HOME': '/tmp'})
    print(done.stderr.decode('utf-8', 'replace')[:4_000], file=sys.stderr)
    if done.returncode != 0 or not os.path.exists(mail):
        raise Refused('corrupt it is no message')
    return mail


def main(path, source, target):
    with open(as_mail(path) if source == 'outlook' else path, 'rb') as file:
        message = Message(file.read())
    # msgconvert writes a head of its own, whatever it has read.
    if source == 'outlook' and not message.subject and not message.bodies:
        raise Refused('corrupt it is no message')
    write_book(message, target, has_head=source != 'page')
    if message.is_cut:
        print('damaged')
    if message.is_signed:
        print('loss signature_dropped')
    if message.attachments:
        print(f'loss attachments_dropped {message.attachments}')


try:
    main(*sys.argv[1:])
except Refused as refusal:
    print('refused', refusal)
except RecursionError:
    print('refused large Parts of the message are nested too deeply.')
