"""The real nginx with the lines of docs/http.md, in front of a server of the tests' own."""

import re
import socket
from collections.abc import Sequence

from tests.kit.private_server import PrivateServer, binary
from tests.unit.repository.tree import ROOT

_PAGE = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
_LOCATION = re.search(r"^```\n(location / \{.*?^\})\n```", _PAGE, re.MULTILINE | re.DOTALL)


class Nginx(PrivateServer):
    """nginx on a free port; of the page's lines only the server's address differs."""

    def __init__(self, server: str) -> None:
        super().__init__("nginx")
        assert _LOCATION is not None
        location = _LOCATION.group(1).replace("http://127.0.0.1:8080", server)
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "nginx.conf").write_text(
            f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\nerror_log stderr;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{temporary}"
            f"server {{\nlisten 127.0.0.1:{self.port};\n{location}\n}}\n}}\n"
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str]:
        return [
            binary("nginx", "nginx-light", "usr/sbin"),
            "-p",
            str(self.folder),
            "-c",
            str(self.folder / "nginx.conf"),
        ]

    def answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
