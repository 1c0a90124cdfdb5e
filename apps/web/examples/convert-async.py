"""Starts a conversion, follows its progress and saves the result: for long videos and many files.

API_KEY=... python3 convert-async.py photo.png photo.webp
"""
import json
import os
import sys
import time
import uuid
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

API = os.environ.get("API_URL", "http://localhost:3000")
HEADERS = {"X-API-Key": os.environ["API_KEY"]}


def call(path, data=None, headers=None, method=None):
    """Returns the body of a successful answer; stops with the reason otherwise."""
    request = Request(urljoin(API, path), data, {**HEADERS, **(headers or {})}, method=method)
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

print(f"The key is valid: {json.loads(call('/api/validate-key'))['plan']}")

# `auto` takes a file of any kind; `respond-async` answers as soon as the file has arrived.
body, headers = form(source, outputFormat="webp")
started = json.loads(call("/api/convert/auto", body, {**headers, "Prefer": "respond-async"}))
print(f"Accepted as {started['conversionId']}")

while True:
    time.sleep(1)
    conversion = json.loads(call(started["statusUrl"]))
    print(f"{conversion['status']}, {conversion['progress']} %")
    if conversion["status"] not in ("pending", "converting"):
        break

if conversion["status"] != "completed":
    sys.exit((conversion["error"] or {}).get("message", conversion["status"]))
with open(target, "wb") as file:
    file.write(call(conversion["downloadUrl"]))
print(f"{target}: {conversion['convertedSize']} bytes")

# The files would be gone within the hour; this removes them now.
call(f"/api/conversions/{started['conversionId']}", method="DELETE")
