"""Matches of ``clio play`` on the server inside it, found again by every command without a flag."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clio.cli.session.own_server import OWN_SERVER
from clio.cli.session.token_store import TokenStore
from tests.integration.cli.terminal import CLIO, PATIENCE, ServeCommand, User, environment


class Loner(User):
    """Somebody who knows no server."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.environment = environment(home)

    def started(self, *arguments: str) -> subprocess.Popen[str]:
        """A match in progress, line by line."""
        return subprocess.Popen(
            [*CLIO, "play", *arguments, "--line", "--pause", "0"],
            cwd=self.home,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @contextmanager
    def playing(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """A match in progress, line by line; left at the end of the block."""
        with self.started(*arguments) as child:
            yield child
            child.communicate("q\n", timeout=PATIENCE)
            assert child.returncode == 0

    def begin(self, *arguments: str) -> str:
        """Begins a match, leaves it, and gives its id."""
        with self.playing(*arguments, "--new"):
            pass
        return str(self.saved()[-1]["match"])

    def saved(self) -> list[dict[str, object]]:
        """The matches that can be resumed."""
        saved: list[dict[str, object]] = json.loads((self.home / "state/clio/play.json").read_text())[OWN_SERVER]
        return saved


@pytest.fixture(scope="module")
def loner(tmp_path_factory: pytest.TempPathFactory) -> Loner:
    return Loner(tmp_path_factory.mktemp("loner"))


@pytest.fixture(scope="module")
def resigned(loner: Loner) -> str:
    """A match of Akros against a bot that the player gave up."""
    match = loner.begin("akros", "--name", "Ada")
    loner.says("resign", match[:6], "--seat", "0")
    return match


def test_a_match_is_listed_shown_scored_and_replayed(loner: Loner, resigned: str) -> None:
    (listed,) = [match for match in loner.json("list")["matches"] if match["match_id"] == resigned]
    assert (listed["server"], listed["status"]) == (OWN_SERVER, "finished")
    assert "Ada (resigned), greedy 1" in loner.says("show", resigned[:8])
    assert "greedy 1 wins" in loner.says("replay", resigned[:8])
    assert "Won by greedy 1" in loner.says("scores", resigned[:8])
    assert loner.json("show", resigned, "--server", OWN_SERVER)["view"]["match"]["match_id"] == resigned


def test_statistics_and_standings_count_it(loner: Loner, resigned: str) -> None:
    document = loner.json("stats", "akros")
    found = {document["server"]: document["statistics"]} | {
        each["server"]: each["statistics"] for each in document.get("others", [])
    }
    assert found[OWN_SERVER]["resigned"] == 1
    assert resigned
    assert loner.json("standings", "akros", "--server", OWN_SERVER)["total_size"] == 0, "too few moves to be rated"


def test_its_record_is_compared_with_the_entropy_that_was_kept(loner: Loner, resigned: str) -> None:
    file = loner.home / "own.clio"
    loner.says("export", resigned[:8], "--out", str(file))
    assert loner.json("verify", str(file))["entropy"]["verdict"] == "pass"
    assert loner.json("audit", resigned)["entropy"]["verdict"] == "pass"


def test_a_record_with_other_entropy_than_was_kept_fails_at_fairness(
    loner: Loner, resigned: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.clio"
    loner.says("export", resigned, "--out", str(file))
    stranger = Loner(tmp_path)
    kept = TokenStore(OWN_SERVER, loner.home / "state/clio").of_match(resigned)
    forged = TokenStore(OWN_SERVER, tmp_path / "state/clio")
    for seat, entropy in kept.items():
        entropy.entropies[:] = [entropy.entropies[0], bytes(32)]
        forged.keep(resigned, seat, entropy)
    assert json.loads(stranger.says("verify", str(file), "--json"))["entropy"]["verdict"] == "pass"
    for seat, entropy in kept.items():
        entropy.entropies[:] = [bytes(32)]
        forged.keep(resigned, seat, entropy)
    done = stranger.run("verify", str(file), "--json")
    assert done.returncode == 12
    assert json.loads(done.stdout)["entropy"]["why"].startswith("the record has no commitment of seat 0")
    (tmp_path / "nobody").mkdir()
    assert Loner(tmp_path / "nobody").run("verify", str(file)).returncode == 0


def test_a_match_that_another_command_plays_is_found_too(loner: Loner) -> None:
    with loner.playing("amphipolis", "--seats", "1", "--new", "--name", "Ada") as child:
        assert child.stdout is not None
        shown = ""
        while "your move" not in shown:
            letter = child.stdout.read(1)
            assert letter, shown
            shown += letter
        match = str(loner.saved()[-1]["match"])
        listed = {each["match_id"]: each for each in loner.json("list")["matches"]}
        assert listed[match]["to_move"] == [0]
        assert "Ada" in loner.says("show", match[:8])


def _until(child: subprocess.Popen[str], wanted: str) -> str:
    """Reads what a command prints up to a text."""
    assert child.stdout is not None
    shown = ""
    while wanted not in shown:
        letter = child.stdout.read(1)
        assert letter, shown
        shown += letter
    return shown


def test_two_matches_are_played_side_by_side_on_one_server_and_both_are_kept(tmp_path: Path) -> None:
    """The second outlives the command whose server it uses."""
    loner = Loner(tmp_path)
    with loner.started("akros", "--name", "Ada") as first, loner.started("akros", "--name", "Ada") as second:
        _until(first, "your move")
        _until(second, "your move")
        first_match, second_match = (str(saved["match"]) for saved in loner.saved())
        assert first_match != second_match, "a match that another terminal plays is not resumed"
        refused = loner.run("play", "--join", first_match, "--line")
        assert (refused.returncode, refused.stderr) == (1, f"clio: Match {first_match} is open in another terminal.\n")
        # Whichever of the two serves ends first: the other one plays on.
        for playing in (first, second):
            assert playing.stdin is not None
            playing.stdin.write("1\n\n")
            playing.stdin.flush()
            _until(playing, "Ada keeps")
            playing.communicate("q\n", timeout=PATIENCE)
            assert playing.returncode == 0
    listed = {each["match_id"]: each["seq"] for each in loner.json("list")["matches"]}
    assert set(listed) == {first_match, second_match}


def test_host_and_guest_may_sit_at_two_terminals_of_one_user(tmp_path: Path) -> None:
    with ServeCommand(tmp_path / "data") as server:
        user = User(tmp_path, server.address)
        hosting = user.start("play", "akros", "--host", "--name", "Ada", "--json")
        assert hosting.stdout is not None
        match = json.loads(json.loads(hosting.stdout.readline())["event"]["canonical"])["match"]
        joining = user.start("play", "akros", "--join", match, "--name", "Ada", "--json")
        assert joining.stdout is not None
        while '"type":"akros.TilesDrawn"' not in joining.stdout.readline():
            pass
        seats = user.json("show", match)["view"]["match"]["seats"]
        assert [seat["name"] for seat in seats] == ["Ada", "Ada 2"]
        for playing in (hosting, joining):
            playing.kill()
            playing.communicate()


def test_a_misspelt_match_is_answered_with_the_one_that_may_be_meant(loner: Loner, resigned: str) -> None:
    wrong = f"{resigned[:7]}{'b' if resigned[7] == 'a' else 'a'}"
    for given in (wrong, wrong + resigned[8:]):
        done = loner.run("show", given)
        assert done.stderr.rstrip().endswith(f"Did you mean {resigned}?"), done
    done = loner.run("show", wrong, "--server", OWN_SERVER)
    assert (done.returncode, done.stderr) == (
        3,
        f"clio: There is no match whose id begins with {wrong}. Did you mean {resigned}?\n",
    )
    assert "Did you mean" not in loner.run("show", "zzzz2222").stderr


def test_play_without_a_game_lists_what_can_be_resumed_and_begun(loner: Loner) -> None:
    match = loner.begin("amphipolis", "--seats", "4", "--bots", "random")
    told = loner.says("play")
    assert f"play amphipolis --join {match}" in told
    assert "random 1, random 2, random 3" in told
    assert "play akrotiri --new" in told
    offered = loner.json("play")
    assert match in [each["match"]["match_id"] for each in offered["resume"]]
    assert [each["game"] for each in offered["begin"]] == ["akros", "akrotiri", "amphipolis"]
    with loner.playing("--join", match[:8]):
        pass
    assert len(loner.json("show", match)["view"]["match"]["seats"]) == 4


def test_nobody_is_called_root(loner: Loner) -> None:
    match = loner.begin("amphipolis", "--seats", "1")
    (seat,) = loner.json("show", match)["view"]["match"]["seats"]
    assert seat["name"] not in ("root", "")
