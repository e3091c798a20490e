"""Audit of a server's matches: fetches the records and verifies them locally."""

from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t, translated
from clio.cli.render.output_file import write_file
from clio.cli.session.record_source import RecordSource
from clio.cli.session.session import Session
from clio.cli.text.counts import events_in_words, matches_in_words
from clio.cli.text.verdict_text import show_report
from clio.cli.workflows.audit_narration import narration_of
from clio.client.errors import NotFoundError, RefusedError
from clio.v1.match_pb2 import MatchStatus

if TYPE_CHECKING:
    from clio.verify.verdicts import Level, Report

_OVER: Final = (MatchStatus.MATCH_STATUS_FINISHED, MatchStatus.MATCH_STATUS_ABORTED)


class Auditor:
    """Verifies records of one server against the signing keys that the server declares."""

    def __init__(self, session: Session, keys: dict[str, str], *, differences: bool) -> None:
        self._session: Final = session
        self._keys: Final = keys
        self._differences: Final = differences

    @classmethod
    async def open(cls, session: Session, *, differences: bool) -> Self:
        """Fetches the server's signing keys."""
        keys = {
            key.signer_key.hex(): t("the server's key") if key.active else t("a former key of the server")
            async for key in session.client.records.list_head_keys()
        }
        return cls(session, keys, differences=differences)

    async def audit(self, match_id: str, token: str, page: str | None, *, archived: bool, key: bytes = b"") -> int:
        """Verifies one match and tells all about it; gives the first level that failed, or 0."""
        from clio.verify.record_files import FlawError, read_record  # noqa: PLC0415 (all rules come with it)
        from clio.verify.report_page import report_page  # noqa: PLC0415

        lines = await self._fetch(match_id, token, archived=archived, key=key)
        report = await self._judged(lines, match_id, archived=archived)
        self._print(report)
        if page is not None:
            try:
                record = read_record(lines)
            except FlawError as error:
                reason = filled("There is no report: {why}.", why=translated(error.message))
                raise Failure(ExitCode.NO_INTEGRITY, "RECORD_NOT_VALID", reason) from error
            now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
            narration = narration_of(record)
            html = report_page(record, report, now, self._about(report.key), _translated, narration)
            write_file(Path(page), html.encode())
            self._session.out.aside(filled("The report is in {file}.", file=page))
        return report.worst

    async def audit_all(self, game: str) -> int:
        """Verifies every finished or aborted match, archive included; returns the first level that failed, or 0."""
        counts = Counter[str]()
        worst = 0
        for archived in (False, True):
            for status in _OVER:
                async for match_id, lines in self._fetch_all(game, status, archived=archived):
                    report = await self._judged(lines, match_id, archived=archived)
                    counts["matches"] += 1
                    counts["events"] += report.events
                    counts["differences"] += len(report.differences)
                    if report.worst:
                        counts["failed"] += bool(report.failed_level)
                        worst = min(filter(None, (worst, report.worst)))
                        self._print(report)
        self._print_summary(counts)
        return worst

    async def _judged(self, lines: list[bytes], match_id: str, *, archived: bool) -> "Report":
        import msgspec  # noqa: PLC0415 (comes with the rules)

        from clio.verify.verdicts import failing  # noqa: PLC0415
        from clio.verify.verifier import verify_lines  # noqa: PLC0415

        report = verify_lines(lines, match_id)
        if not self._differences:
            report = msgspec.structs.replace(report, differences=())
        if not archived and report.key not in self._keys and report.integrity.verdict == "pass":
            failed = failing("the head is signed by a key that is not the server's")
            report = msgspec.structs.replace(report, integrity=failed)
        report = msgspec.structs.replace(report, entropy=self._entropy(lines, report.match))
        return msgspec.structs.replace(report, origin=await self._origin(lines))

    def _entropy(self, lines: list[bytes], match_id: str) -> "Level | None":
        """Compares the record of one's own match with the entropy that was kept."""
        from clio.verify.own_entropy import own_entropy  # noqa: PLC0415
        from clio.verify.record_files import FlawError, read_record  # noqa: PLC0415 (all rules come with it)

        kept = self._session.tokens.kept_secrets(match_id)
        try:
            return own_entropy(read_record(lines), kept) if kept else None
        except FlawError:
            # The levels already say what is wrong with the record.
            return None

    async def _origin(self, lines: list[bytes]) -> "Level | None":
        """Compares a fork's history with its origin, where the server has it."""
        from clio.verify.fork_origin import provenance  # noqa: PLC0415
        from clio.verify.record_files import FlawError, read_record  # noqa: PLC0415 (all rules come with it)

        if not lines[1:] or b'"forked_from":' not in lines[1]:
            return None
        try:
            fork = read_record(lines)
            origin = fork.opened.forked_from if fork.opened else None
            if not origin:
                return None
            return provenance(fork, read_record(await self._found(origin.match)))
        except (FlawError, NotFoundError, RefusedError):
            # Refused where several signers tell of the origin: none of them is known to be the right one.
            return None

    async def _found(self, match_id: str) -> list[bytes]:
        try:
            return await self._fetch(match_id, "", archived=False)
        except NotFoundError:
            return await self._fetch(match_id, "", archived=True)

    async def _fetch(self, match_id: str, token: str, *, archived: bool, key: bytes = b"") -> list[bytes]:
        source = RecordSource(self._session.client, match_id, token, archived=archived, signer_key=key)
        return _lines(b"".join([part async for part in source.export()]))

    async def _fetch_all(
        self, game: str, status: MatchStatus.ValueType, *, archived: bool
    ) -> AsyncIterator[tuple[str, list[bytes]]]:
        content = bytearray()
        calls = self._session.client.archive if archived else self._session.client.records
        async for part in calls.export_all(game=game, status=status):
            content += part.chunk
            if part.complete:
                yield part.match_id, _lines(bytes(content))
                content.clear()

    def _about(self, key: str) -> str:
        return f"({self._keys.get(key) or t('not a key of this server')})"

    def _print(self, report: "Report") -> None:
        out = self._session.out
        if out.as_json:
            from clio.verify.verdicts import report_document  # noqa: PLC0415 (comes with the rules)

            out.document(report_document(report))
        else:
            show_report(out, report, self._about(report.key))

    def _print_summary(self, counts: Counter[str]) -> None:
        out = self._session.out
        if out.as_json:
            names = ("matches", "events", "failed", "differences")
            out.document({"audited": {name: counts[name] for name in names}})
            return
        out.line(
            filled(
                "{matches}, {events}; failed verification: {failed}.",
                matches=matches_in_words(counts["matches"]),
                events=events_in_words(counts["events"]),
                failed=counts["failed"],
            )
        )
        if self._differences:
            out.line(
                filled("Moves that the installed rules judge differently: {number}.", number=counts["differences"])
            )


def _lines(content: bytes) -> list[bytes]:
    lines = content.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def _translated(message: str, **values: object) -> str:
    return filled(message, **values) if values else t(message)
