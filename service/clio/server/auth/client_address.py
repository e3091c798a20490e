"""The client address of a call, also behind trusted proxies."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from clio.server.settings import SettingsError

_SITE_BITS: Final = 64
"""One IPv6 customer usually holds a whole /64."""
_MAX_LIST: Final = 512
Network = IPv4Network | IPv6Network


class ClientAddresses:
    """Resolves the addresses of callers."""

    def __init__(self, trusted_proxies: str) -> None:
        """``trusted_proxies`` is a comma-separated list of networks."""
        try:
            self._trusted: Final[list[Network]] = [
                ip_network(each.strip()) for each in trusted_proxies.split(",") if each.strip()
            ]
        except ValueError as error:
            raise SettingsError("CLIO_TRUSTED_PROXIES is not a list of networks: {error}.", error=str(error)) from error
        self.has_proxies: Final = bool(self._trusted)
        self._site: Final = lru_cache(maxsize=4_096)(self._resolve)

    def caller(self, peer: str, forwarded: str = "") -> str:
        """Returns the caller's address without its port; ``forwarded`` counts only from a trusted proxy."""
        host = peer.rpartition(":")[0]
        if not self._trusted:
            return self._site(host)[0]
        site, trusted = self._site(host)
        # From the right: each proxy appends its peer; entries left of an untrusted address could be forged.
        for entry in reversed(forwarded[-_MAX_LIST:].split(",") if trusted else []):
            found, trusted = self._site(entry.strip())
            if found == "unknown":
                break
            site = found
            if not trusted:
                break
        return site

    def _resolve(self, host: str) -> tuple[str, bool]:
        """Returns the normalised address and whether it is a trusted proxy's."""
        plain = host.partition(":")[2] if host.startswith(("ipv4:", "ipv6:")) else host
        try:
            address = ip_address(plain.replace("%5B", "").replace("%5D", "").strip("[]").partition("%")[0])
        except ValueError:
            return ("unknown", False)
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        trusted = any(address.version == network.version and address in network for network in self._trusted)
        return (_site(address), trusted)


def _site(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), _SITE_BITS), strict=False))
