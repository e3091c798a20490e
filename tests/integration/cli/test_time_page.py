"""The commands of docs/time.md, as the page writes them."""

import re
import shlex

from tests.integration.cli.terminal import PATIENCE, ROOT, User

PAGE = (ROOT / "docs" / "time.md").read_text(encoding="utf-8")
COMMANDS = {
    *(line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()),
    *re.findall(r"`(clio [a-z]+ MATCH[^`]*)`", PAGE),
}


def _words(command: str, match: str) -> list[str]:
    return shlex.split(command.replace("MATCH", match).replace("…", "dinner").replace(" N", " 1"))[1:]


def _begun(user: User, *arguments: str) -> str:
    match = str(user.json("open", "akros", *arguments)["match"]["match_id"])
    for name in ("Ada", "Bob"):
        user.says("join", match, "--name", name)
    return match


def test_clocks_claims_and_agreements_run_as_the_page_shows_them(user: User) -> None:
    assert "clio open akros --clock fischer/300+5" in COMMANDS
    user.says(*_words("clio open akros --clock fischer/300+5", ""))
    match = _begun(user, "--clock", "fischer/300+5")
    for claim in ("clio claim MATCH", "clio claim MATCH --seat N"):
        assert claim in COMMANDS
        early = user.run(*_words(claim, match))
        assert (early.returncode, "Rule CLIO-" in early.stderr) == (1, True), early
    for agreed, ended in (("pause", "paused: dinner"), ("abort", "aborted by agreement: dinner")):
        command = f"clio agree MATCH {agreed} --reason …"
        assert any(command in each for each in COMMANDS)
        user.says(*_words(command, match), "--seat", "0")
        assert ended in user.says(*_words(command, match), "--seat", "1")


def test_a_director_pauses_as_the_page_shows(user: User) -> None:
    match = _begun(user, "--director", "--clock", "move/60")
    command = "clio direct MATCH pause --reason …"
    assert command in COMMANDS
    assert "paused: dinner" in user.says(*_words(command, match))
    user.says("direct", match, "resume", "--reason", "back")
    user.says("direct", match, "add-time", "--seat", "0", "--seconds", "5", "--reason", "noise")
    assert "voided by the director: over" in user.says("direct", match, "void", "--reason", "over")


def test_the_host_aborts_before_the_first_move(user: User) -> None:
    command = "clio abort MATCH --reason …"
    assert command in COMMANDS
    match = str(user.json("open", "akros")["match"]["match_id"])
    user.says(*_words(command, match))


def test_a_match_by_the_clock_is_counted_by_time_control_and_rated_in_its_class(user: User) -> None:
    match = str(user.json("open", "akros", "--clock", "fischer/600+5")["match"]["match_id"])
    other = user.start("bot", "random", "--join", match, "--as", "Ada")
    ended = user.json("bot", "random", "--join", match, "--as", "Bob")["match"]
    other.communicate(timeout=PATIENCE)
    assert ended["status"] == "finished"
    controls = user.json("stats", "akros")["statistics"]["controls"]
    assert [(each["clock"], each["finished"]) for each in controls if each["clock"] == "fischer/600+5"] == [
        ("fischer/600+5", 1)
    ]
    told = user.says("stats", "akros")
    assert "fischer/600+5" in told.partition("Matches by time control")[2]
    for command in (("standings",), ("standings", "akros")):
        rapid = user.json(*command, "--time", "rapid")["standings"]
        assert {row["player"]: row["played"] for row in rapid} == {"Ada": 1, "Bob": 1}
        for time_class in ("blitz", "days"):
            assert user.json(*command, "--time", time_class)["standings"] == []
            assert user.says(*command, "--time", time_class) == "No rated match has finished yet.\n"
