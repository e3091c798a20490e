"""Whatever a caller sends, the answer is a documented one, and a refused call has written nothing."""

import asyncio
import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import whole_match
from tests.fuzz.acknowledgements import Acknowledgements, heads
from tests.fuzz.call_generator import CallGenerator
from tests.fuzz.caller import Answer, make
from tests.fuzz.contract import METHODS
from tests.fuzz.hostile_call import HostileCall, kept_calls
from tests.fuzz.prepared import PREPARED, prepare
from tests.fuzz.settings import IN_PROCESS
from tests.fuzz.verdict import fault_of
from tests.kit.servers import Connection, running

EXAMPLES = 350
WATCHED = {match.match_id for match in PREPARED}


class Fuzzed:
    """A server in this process, and the loop that it runs in while a call is made."""

    def __init__(self, runner: asyncio.Runner, server: Connection) -> None:
        self._runner = runner
        self._server = server
        self.acknowledgements = Acknowledgements(self.heads())

    def heads(self) -> dict[str, tuple[int, bytes]]:
        return self._runner.run(heads(self._server.matches))

    def footprint(self) -> tuple[int, int]:
        """How far the record and the archive have come."""
        clio = self._server.clio
        return clio.record.last_position(), clio._archive.size()

    def make(self, call: HostileCall) -> Answer:
        answer = self._runner.run(make(self._server.channel, call))
        self.acknowledgements.note(call, answer)
        return answer

    def play(self) -> None:
        self._runner.run(whole_match.play(self._server.channel))


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    with asyncio.Runner() as runner:
        server = running(tmp_path_factory.mktemp("fuzz"), **IN_PROCESS)
        connection = runner.run(server.__aenter__())
        runner.run(prepare(connection.channel))
        yield Fuzzed(runner, connection)
        runner.run(server.__aexit__(None, None, None))


def _check(fuzzed: Fuzzed, call: HostileCall, log: pytest.CaptureFixture[str]) -> None:
    before = fuzzed.footprint()
    answer = fuzzed.make(call)
    assert fault_of(call, answer) is None
    if answer.code != "OK" and not answer.hung_up:
        assert fuzzed.footprint() == before, f"a call that was refused with {answer.code} has written something"
    assert "call.failed" not in log.readouterr().out


def test_every_method_of_every_service_is_fuzzed() -> None:
    generated = {CallGenerator(random.Random(number)).call().path for number in range(2000)}
    assert generated >= METHODS.keys()


def test_no_invented_call_meets_a_fault_or_writes_when_refused(
    fuzzed: Fuzzed, capsys: pytest.CaptureFixture[str]
) -> None:
    @settings(max_examples=EXAMPLES)
    @given(st.sampled_from(sorted(METHODS)), st.integers(0, 2**32))
    def holds(path: str, dice: int) -> None:
        _check(fuzzed, CallGenerator(random.Random(dice), (path,)).call(), capsys)

    holds()


@pytest.mark.parametrize("name", kept_calls())
def test_a_call_that_once_met_a_fault_meets_none(fuzzed: Fuzzed, capsys: pytest.CaptureFixture[str], name: str) -> None:
    _check(fuzzed, kept_calls()[name], capsys)


def test_after_all_that_the_record_holds_what_callers_were_told_and_the_server_plays(fuzzed: Fuzzed) -> None:
    after = fuzzed.heads()
    assert after.keys() >= WATCHED
    assert list(fuzzed.acknowledgements.wrongs(after)) == []
    fuzzed.play()
