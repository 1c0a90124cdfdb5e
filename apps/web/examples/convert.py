#!/usr/bin/env python3
"""Converts files from the command line: python3 convert.py --to webp *.png. Needs Python 3.9 or newer, no packages."""
import argparse
import json
import os
import shutil
import sys
import time
import uuid
from itertools import chain
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

API = os.environ.get("API_URL", "http://localhost:3000")
MAX_TRIES = 5
CHUNK_BYTES = 1 << 20
TRANSIENT = (429, 503)  # worth another try after the pause that the answer names


class Refused(Exception):
    """The API's reason."""


def call(path, headers=None, body=None):
    """Calls the API; waits and tries again where that helps. `body` makes the upload anew for each try."""
    for tries in range(1, MAX_TRIES + 1):
        all_headers = {"X-API-Key": os.environ["API_KEY"], **(headers or {})}
        try:
            return urlopen(Request(urljoin(API, path), body() if body else None, all_headers))
        except HTTPError as refusal:
            error = json.load(refusal)["error"]
            if refusal.code not in TRANSIENT or error["code"] == "quota_exceeded" or tries == MAX_TRIES:
                raise Refused(f"{error['code']}: {error['message']}") from None
            time.sleep(float(refusal.headers.get("Retry-After", tries)))


def upload(path, fields):
    """A multipart form that is read from the disk while it is sent, and its headers."""
    boundary = uuid.uuid4().hex
    head = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
        if value is not None
    )
    head += f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{path.name}"\r\n\r\n'
    tail = f"\r\n--{boundary}--\r\n".encode()
    size = len(head.encode()) + path.stat().st_size + len(tail)

    def body():
        with path.open("rb") as file:
            yield from chain([head.encode()], iter(lambda: file.read(CHUNK_BYTES), b""), [tail])

    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Content-Length": str(size)}
    return headers, body


def convert(path, args):
    """Converts one file and saves the result under the name that the server gives it."""
    fields = {"outputFormat": args.to, "quality": args.quality, "options": args.options}
    headers, body = upload(path, fields)
    # With the same key a repeated request is never converted, or counted, twice.
    headers |= {"Prefer": "respond-async", "Idempotency-Key": str(uuid.uuid4())}
    started = json.load(call("/api/convert/auto", headers, body))
    while True:
        conversion = json.load(call(started["statusUrl"]))
        if conversion["error"]:
            raise Refused("{code}: {message}".format(**conversion["error"]))
        if conversion["status"] == "completed":
            target = Path(args.out) / conversion["outputFileName"]
            with call(conversion["downloadUrl"]) as result, target.open("wb") as file:
                shutil.copyfileobj(result, file)
            return target
        time.sleep(0.5)


parser = argparse.ArgumentParser(description=__doc__, epilog="Environment: API_KEY (required), API_URL")
parser.add_argument("files", nargs="+", type=Path, metavar="file")
parser.add_argument("--to", required=True, metavar="format")
parser.add_argument("--out", default=".", metavar="folder")
parser.add_argument("--quality", type=int, choices=range(1, 101), metavar="1-100")
parser.add_argument("--options", metavar="json")
arguments = parser.parse_args()
if "API_KEY" not in os.environ:
    parser.error("API_KEY is not set")

failed = False
for file in arguments.files:
    try:
        print(f"{file} -> {convert(file, arguments)}")
    except (Refused, OSError) as error:
        print(f"{file}: {error}", file=sys.stderr)
        failed = True
sys.exit(failed)
