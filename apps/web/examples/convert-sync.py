"""Converts a picture to WebP and saves the result. Needs nothing but Python 3.9.

API_KEY=... python3 convert-sync.py photo.png photo.webp
"""
import json
import os
import sys
import uuid
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

API = os.environ.get("API_URL", "http://localhost:3000")
HEADERS = {"X-API-Key": os.environ["API_KEY"]}


def call(path, data=None, headers=None):
    """Returns the body of a successful answer; stops with the reason otherwise."""
    request = Request(urljoin(API, path), data, {**HEADERS, **(headers or {})})
    try:
        with urlopen(request) as response:
            return response.read()
    except HTTPError as refusal:
        error = json.load(refusal)["error"]
        sys.exit(f"{error['code']}: {error['message']} (request {error['requestId']})")


def form(path, **fields):
    """A multipart form with a file, and the header that goes with it."""
    boundary = uuid.uuid4().hex
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    head = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    head += f"--{boundary}\r\n" + f'Content-Disposition: form-data; name="file"; filename="{os.path.basename(path)}"'
    with open(path, "rb") as file:
        body = head.encode() + b"\r\n\r\n" + file.read() + f"\r\n--{boundary}--\r\n".encode()
    return body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}


source, target = sys.argv[1:3]

key = json.loads(call("/api/validate-key"))
print(f"The key is valid: {key['plan']}, {key['usage']['conversions']} of {key['usage']['limit']} conversions used")

# The answer comes when the file is converted; after 60 s it would be a 202, see the asynchronous example.
answer = json.loads(call("/api/convert/image", *form(source, outputFormat="webp", quality=80)))
if answer["status"] != "success":
    sys.exit(f"Not ready yet: {answer['statusUrl']}")

with open(target, "wb") as file:
    file.write(call(answer["downloadUrl"]))
print(f"{target}: {answer['conversion']['convertedSize']} bytes")
