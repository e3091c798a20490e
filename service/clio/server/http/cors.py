"""Cross-origin requests: which web pages of other origins may call the API from a browser."""

from typing import Final

from clio.server.settings import SettingsError

_ALLOWED: Final = (
    b"access-control-allow-methods: GET, POST\r\n"
    b"access-control-allow-headers: authorization, connect-accept-encoding, connect-content-encoding,"
    b" connect-protocol-version, connect-timeout-ms, content-encoding, content-type, traceparent, tracestate,"
    b" x-clio-key, x-clio-invite, x-clio-seat, x-clio-match-id, x-user-agent\r\n"
    b"access-control-max-age: 7200\r\n"
)
_EXPOSED: Final = b"access-control-expose-headers: content-encoding, retry-after\r\n"


class Cors:
    """The header lines for the origins that are allowed. There are no cookies, so credentials never are."""

    def __init__(self, origins: str) -> None:
        """``origins`` is a list with commas between; ``*`` allows every page."""
        names = {each.strip().rstrip("/") for each in origins.split(",") if each.strip()}
        for name in names - {"*"}:
            if not name.startswith(("http://", "https://")) or not name.isascii() or " " in name:
                raise SettingsError(
                    "CLIO_HTTP_ORIGINS has {origin}, which is not an origin such as https://example.org.", origin=name
                )
        self._any: Final = "*" in names
        self._origins: Final = {name.encode() for name in names}
        self._vary: Final = b"vary: origin\r\n" if self._origins else b""

    def lines(self, origin: bytes | None) -> bytes:
        """The header lines of a response to a page of the origin."""
        if self._any:
            return b"access-control-allow-origin: *\r\n" + _EXPOSED
        if origin is None or origin not in self._origins:
            return self._vary
        return b"access-control-allow-origin: %b\r\n%b%b" % (origin, self._vary, _EXPOSED)

    def preflight_lines(self, origin: bytes | None) -> bytes:
        """The header lines of a response to a preflight request."""
        return self.lines(origin) + (_ALLOWED if self._any or origin in self._origins else b"")
