"""Where a call comes from: the caller's address, also behind proxies that are trusted to tell it."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from clio.server.settings import SettingsError

_SITE_BITS: Final = 64
"""Whoever has one address of IPv6 has all of its site's."""
_MAX_LIST: Final = 512
Network = IPv4Network | IPv6Network


class ClientAddresses:
    """Reads callers' addresses."""

    def __init__(self, trusted_proxies: str) -> None:
        """``trusted_proxies`` are networks, with commas between them."""
        try:
            self._trusted: Final[list[Network]] = [
                ip_network(each.strip()) for each in trusted_proxies.split(",") if each.strip()
            ]
        except ValueError as error:
            raise SettingsError(f"CLIO_TRUSTED_PROXIES is not a list of networks: {error}.") from error
        self.has_proxies: Final = bool(self._trusted)
        self._site: Final = lru_cache(maxsize=4_096)(self._look)

    def caller(self, peer: str, forwarded: str = "") -> str:
        """The caller's address without its port; ``forwarded`` counts only where a trusted proxy says it."""
        host = peer.rpartition(":")[0]
        if not self._trusted:
            return self._site(host)[0]
        site, trusted = self._site(host)
        # From the right: each proxy adds whom it heard; what stands left of a stranger is the stranger's word.
        for told in reversed(forwarded[-_MAX_LIST:].split(",") if trusted else []):
            found, trusted = self._site(told.strip())
            if found == "unknown":
                break
            site = found
            if not trusted:
                break
        return site

    def _look(self, host: str) -> tuple[str, bool]:
        """The address in one spelling, and whether it is a trusted proxy's."""
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
