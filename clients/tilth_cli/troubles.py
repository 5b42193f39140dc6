"""What can go wrong on the way to a server, as one line that says what to do."""

import grpc
import grpc.aio
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status

from tilth_cli.stopped import FAILED
from tilth_cli.words import say

DETAILS = "grpc-status-details-bin"
CUT_OFF = (grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL)
"""What the transport says, besides UNAVAILABLE, of a call whose server went away: CANCELLED, if that was at work on it,
and INTERNAL, if something was just being written to it. The server's own word comes with a reason."""


class Trouble(Exception):
    """The command can't go on. Its text is one line for the person who gave it."""

    def __init__(self, text: str, reason: str = "") -> None:
        super().__init__(" ".join(text.split()))
        self.reason = reason
        self.code = FAILED
        """How the command ends by it."""


def explain(error: grpc.aio.AioRpcError, address: str, has_token: bool) -> Trouble:
    """What a failed call means, and what helps."""
    code = error.code()
    said = (error.details() or "").strip()
    reason = reason_of(error)
    match code:
        case grpc.StatusCode.UNAVAILABLE | grpc.StatusCode.CANCELLED:
            text = said if reason else say(f"trouble.{_why_unavailable(said)}", address=address)
        case grpc.StatusCode.DEADLINE_EXCEEDED:
            text = say("trouble.deadline", address=address)
        case grpc.StatusCode.UNAUTHENTICATED:
            text = say("trouble.bad_token" if has_token else "trouble.no_token", address=address)
        case grpc.StatusCode.UNIMPLEMENTED:
            text = say("trouble.unimplemented", address=address)
        case grpc.StatusCode.NOT_FOUND:
            text = say("trouble.not_found", said=_sentence(said))
        case grpc.StatusCode.INTERNAL | grpc.StatusCode.UNKNOWN:
            text = say("trouble.internal", address=address, said=_sentence(said))
        case _:
            text = said or code.name
    return Trouble(_with_fields(text, error), reason or code.name.lower())


def is_lost(error: grpc.aio.AioRpcError) -> bool:
    """Whether the connection broke, so that trying again may help."""
    if error.code() in CUT_OFF:
        return not reason_of(error)
    why = _why_unavailable(error.details() or "")
    return error.code() is grpc.StatusCode.UNAVAILABLE and why in ("unavailable", "hung_up")


def reason_of(error: grpc.aio.AioRpcError) -> str:
    """The stable reason the server gave, if any."""
    info = ErrorInfo()
    return info.reason if _unpacked(error, info) else ""


def _with_fields(text: str, error: grpc.aio.AioRpcError) -> str:
    """Where fields of the request were wrong: which, unless the text says so already."""
    wrong = BadRequest()
    if not _unpacked(error, wrong):
        return text
    missing = [f"{field.field}: {field.description}" for field in wrong.field_violations]
    told = [line for line in missing if line.partition(": ")[2] not in text]
    return " ".join([_sentence(text), *(_sentence(line) for line in told)]) if told else text


def _unpacked(error: grpc.aio.AioRpcError, into: ErrorInfo | BadRequest) -> bool:
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS and isinstance(value, bytes):
            return any(detail.Unpack(into) for detail in Status.FromString(value).details)
    return False


SIGNS = {
    "certificate": ("certificate_verify_failed", "certificate verify failed"),
    "tls": ("ssl", "tls", "handshake", "pem"),
    "name": ("dns", "name resolution", "domain name"),
    "hung_up": ("socket closed", "connection reset", "goaway", "http2", "settings frame"),
}
"""How gRPC's words tell why there is no connection; tried in this order."""


def _why_unavailable(said: str) -> str:
    lowered = said.lower()
    return next(
        (why for why, signs in SIGNS.items() if any(sign in lowered for sign in signs)), "unavailable"
    )


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."
