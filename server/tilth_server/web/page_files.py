"""The page's files, as the build made them, kept in memory with their compressed forms."""

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from aiohttp import web

FOLDER: Final = Path(__file__).parent / "page"
"""The folder into which clients/web is built. A wheel has it; a tree has it after `make setup`."""
HASHED: Final = "/assets/"
"""Names below it hold a hash of the content, so that a browser may keep the file for good."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
COMPRESSED: Final = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The page may load its own files and call its own server, nothing else."""
SERVER_NAME: Final = "tilth"
"""The header `Server`: without it, a reply would name the version of the HTTP library."""
CALL_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": SERVER_NAME,
    "X-Content-Type-Options": "nosniff",
}
"""Headers of the replies to calls, which no browser shows."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Server": SERVER_NAME,
    "X-Content-Type-Options": "nosniff",
}
MISSING: Final = (
    b"<!doctype html><title>Tilth</title><p>This server was installed without the page."
    b" Its gRPC and WebSocket addresses work.</p>"
)


class PageFile(msgspec.Struct, frozen=True):
    """A file of the page."""

    body: bytes
    zipped: bytes
    """The body compressed by gzip; empty where that saves nothing."""
    kind: str
    """Its media type."""
    tag: str
    """A hash of the body, by which a browser asks whether it has changed."""


class PageFiles:
    """The files of the page by path; `/` is index.html."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files: dict[str, PageFile] = {}
        if folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    self._files[f"/{path.relative_to(folder).as_posix()}"] = _read(path)
        self.is_built = "/index.html" in self._files
        self._files["/"] = self._files.get("/index.html") or _file(MISSING, "text/html; charset=utf-8")

    def find(self, path: str) -> PageFile | None:
        return self._files.get(path)


def response(file: PageFile, request: web.BaseRequest) -> web.Response:
    """Return the file, compressed if the browser takes that; nothing but headers if the browser has it already."""
    headers = {
        **HEADERS,
        "Cache-Control": FOR_GOOD if HASHED in request.path else ASK_AGAIN,
        "Content-Type": file.kind,
        "ETag": file.tag,
    }
    if file.zipped:
        headers["Vary"] = "Accept-Encoding"
    if file.tag in request.headers.get("If-None-Match", ""):
        del headers["Content-Type"]
        return web.Response(status=304, headers=headers)
    body = file.body
    if file.zipped and "gzip" in request.headers.get("Accept-Encoding", ""):
        body = file.zipped
        headers["Content-Encoding"] = "gzip"
    return web.Response(body=body, headers=headers)


def _read(path: Path) -> PageFile:
    body = path.read_bytes()
    zipped = gzip.compress(body, 9, mtime=0) if path.suffix in COMPRESSED else b""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith("javascript"):
        kind += "; charset=utf-8"
    return _file(body, kind, zipped if len(zipped) < len(body) else b"")


def _file(body: bytes, kind: str, zipped: bytes = b"") -> PageFile:
    return PageFile(body, zipped, kind, f'"{sha256(body).hexdigest()[:32]}"')
