"""Signs what schemathesis sends, and keeps to the venue's time. Interface 5.2.

The document says which headers a signed call needs, but no document can say how a signature is made: that is here, and
nothing else. The key comes from the environment, see `main.ts`.
"""

import base64
import os

import requests.auth
import schemathesis
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ACCOUNT_ID = os.environ["FUZZ_ACCOUNT_ID"]
KEY_NAME = os.environ["FUZZ_KEY"]
PRIVATE_KEY = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(os.environ["FUZZ_SECRET"]))

# A year at once, second by second, would take longer than everything else.
ADVANCE_MS_MAX = 2_000


class Signature(requests.auth.AuthBase):
    """Signs the request as it goes out: the path in its own spelling, the body byte by byte."""

    def __init__(self) -> None:
        self.timestamp = int(os.environ["FUZZ_NOW"])

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        body = request.body if request.method in ("POST", "PUT") and request.body else b""
        if isinstance(body, str):
            body = body.encode()
        if not isinstance(body, bytes):
            return request
        text = f"{self.timestamp}{request.method}{request.path_url}".encode() + body
        signature = base64.urlsafe_b64encode(PRIVATE_KEY.sign(text)).rstrip(b"=").decode()
        request.headers["SVC-Account-Id"] = ACCOUNT_ID
        request.headers["SVC-Api-Key"] = KEY_NAME
        request.headers["SVC-Timestamp"] = str(self.timestamp)
        request.headers["SVC-Signature"] = signature
        return request


SIGNATURE = Signature()


@schemathesis.hook
def before_call(context, case, kwargs):
    kwargs["auth"] = SIGNATURE
    body = case.body
    if case.path == "/sandbox/clock" and isinstance(body, dict):
        advance = body.get("advance_ms")
        if isinstance(advance, (int, float)) and advance > ADVANCE_MS_MAX:
            case.body = {**body, "advance_ms": ADVANCE_MS_MAX}


@schemathesis.hook
def after_call(context, case, response):
    """Every answer carries the venue's time, which the sandbox's clock may have moved."""
    try:
        timestamp = response.json().get("timestamp")
    except (ValueError, AttributeError):
        return
    if isinstance(timestamp, int):
        SIGNATURE.timestamp = max(SIGNATURE.timestamp, timestamp)
