"""Playing, watching and replaying where the whole screen is not to be had."""

import json
import re
import signal
import subprocess
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

from PIL import Image

from tests.integration.cli.screen import Screen
from tests.integration.cli.terminal import CLIO, PATIENCE, ServeCommand, User, environment
from tests.kit.private_server import library

DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
BOT = ["--bots", "greedy", "--pause", "0", "--seed", "1", "--name", "Ada"]


def _typed(home: Path, lines: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CLIO, *arguments],
        cwd=home,
        env=environment(home, **more),
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_a_match_is_played_through_a_pipe_left_and_taken_up_again(tmp_path: Path) -> None:
    begun = _typed(tmp_path, "1\n\nq\n", "play", "akros", *BOT)
    assert begun.returncode == 0
    assert "Press Enter to send it" in begun.stdout
    assert "Your match is saved. Resume it with: clio play akros" in begun.stdout
    assert "\x1b" not in begun.stdout
    again = _typed(tmp_path, "1\n\n" * 60, "play", "akros", "--pause", "0")
    assert again.returncode == 0
    assert "Turn 1: " in again.stdout
    assert "scores:" in again.stdout
    standings = _typed(tmp_path, "", "standings", "akros", "--server", "own", "--json")
    assert json.loads(standings.stdout)["total_size"] == 0, "a match against bots of the command is not rated"
    fresh = _typed(tmp_path, "q\n", "play", "akros", "--pause", "0")
    assert "keeps" not in fresh.stdout.partition("Offer")[0]


def test_a_refused_move_names_its_rule_in_the_players_language(tmp_path: Path) -> None:
    told = _typed(tmp_path, "place 4>0\nq\n", "play", "akros", *BOT, LANG="es_ES.UTF-8").stdout
    assert "Jinn debe guardar antes una loseta." in told
    assert "AKS-TURNS, Nueve turnos, cuatro elecciones cada uno: " in told


def test_an_unsent_choice_can_be_taken_back_and_a_word_is_as_good_as_a_number(tmp_path: Path) -> None:
    told = _typed(tmp_path, "statues\nu\nmosaics\nu\nq\n", "play", "amphipolis", *BOT).stdout
    assert "take statues" in told
    assert "take mosaics" in told
    assert "from mosaics" not in told.partition("take mosaics")[2]


def test_a_bot_gives_hints_points_are_shown_and_resigning_asks_first(tmp_path: Path) -> None:
    lines = "h\np\n?\nu\nresign\nno\nresign\nyes\n"
    done = _typed(tmp_path, lines, "play", "akros", *BOT)
    assert done.returncode == 0, done
    told = done.stdout
    assert "What you can type" in told
    assert "Rules that matter now" in told
    assert "Points" in told
    assert "Hint: a bot would play “keep " in told
    assert "You play on." in told
    assert "greedy 1 wins" in told.partition("You play on.")[2]
    assert "See it again with: clio replay " in told


def test_a_match_is_saved_where_standard_input_is_closed(tmp_path: Path) -> None:
    command = " ".join([*CLIO, "play", "akros", *BOT])
    done = subprocess.run(
        ["sh", "-c", f"{command} <&-"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\nYour match is saved. Resume it with: clio play akros\n")


def test_choices_fit_a_narrow_terminal(tmp_path: Path) -> None:
    with Screen(tmp_path, (40, 24), ["play", "akros", *BOT]) as screen:
        screen.wait(lambda: "your move" in screen.text)
        choices = [line for line in screen.lines if line.startswith("  ") and line[2:4].strip().isdecimal()]
        assert [line.split() for line in choices] == [["1", "forest"], ["2", "mountain"], ["3", "sea"]]


def test_resigning_and_hints_have_words_in_spanish(tmp_path: Path) -> None:
    done = _typed(tmp_path, "pista\nabandonar\nsí\n", "play", "akros", *BOT, LANG="es_ES.UTF-8")
    assert "Pista: un bot jugaría" in done.stdout
    assert "greedy 1 gana" in done.stdout
    assert done.returncode == 0


def _read_to(lines: Iterable[str], wanted: str) -> None:
    """Reads to the line that has it; fails where they end before."""
    seen = ""
    for line in lines:
        seen += line
        if re.search(wanted, line):
            return
    raise AssertionError(seen)


def test_a_server_that_goes_away_and_returns_is_survived_with_a_notice(tmp_path: Path) -> None:
    server = ServeCommand(tmp_path / "data")
    playing = subprocess.Popen(
        [*CLIO, "play", "akros", *BOT, "--server", server.address],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert playing.stdin is not None
    assert playing.stdout is not None
    # Where the tiles on offer are all alike, one of them is named at once.
    _read_to(playing.stdout, r"\bkeep (\.\.\.|[a-z]+)$")
    server.stop(signal.SIGKILL)
    playing.stdin.write("1\n\n")
    playing.stdin.flush()
    _read_to(playing.stdout, r"Connection lost; reconnecting …")
    with ServeCommand(tmp_path / "data", server.port):
        playing.stdin.write("1\n\n" * 3)
        playing.stdin.flush()
        _read_to(playing.stdout, "Ada keeps")
        playing.stdin.write("q\n")
        rest = playing.communicate(timeout=PATIENCE)[0]
    assert playing.returncode == 0
    assert "Your match is saved" in rest


def test_programs_play_by_json(tmp_path: Path) -> None:
    told = _typed(tmp_path, "nonsense\n", "play", "akros", "--json", *BOT)
    documents = [json.loads(line) for line in told.stdout.splitlines()]
    wanted = [document for document in documents if "moves" in document]
    assert wanted[0]["moves"][0].startswith("keep ")
    assert wanted[0]["view"]["akros"]["turn"] == 1
    assert [document["error"]["rule"] for document in documents if "error" in document] == ["AKS-NOTATION"]


def test_a_bot_that_nobody_wrote_is_refused(tmp_path: Path) -> None:
    assert _typed(tmp_path, "", "play", "akros", "--bots", "genius").returncode == 3
    done = _typed(tmp_path, "", "play", "akros", "--bots", "gredy")
    assert (done.returncode, "Did you mean greedy?" in done.stderr) == (3, True)


def test_people_play_with_each_other(user: User, server: ServeCommand, tmp_path: Path) -> None:
    (tmp_path / "bob").mkdir()
    bob = User(tmp_path / "bob", server.address)
    hosting = user.start("play", "akros", "--host", "--name", "Ada", "--json")
    assert hosting.stdout is not None
    match = json.loads(hosting.stdout.readline())["event"]["canonical"]
    match = json.loads(match)["match"]
    joining = bob.start("play", "akros", "--join", match, "--name", "Bob", "--json")
    hosted = hosting.communicate(timeout=PATIENCE)[0]
    assert '"name":"Bob"' in hosted
    assert '"moves":["keep ' in hosted
    assert joining.stdout is not None
    joined = ""
    while "akros.TilesDrawn" not in joined:
        joined += joining.stdout.readline()
    joining.kill()
    joined += joining.communicate()[0]
    assert '"name":"Ada"' in joined
    assert '"moves"' not in joined


def test_a_match_is_replayed_filmed_and_watched(user: User, tmp_path: Path) -> None:
    user.says("selfplay", "akros", "--bot", "greedy", "--seed", "3", "--server", user.environment["CLIO_SERVER"])
    listed = user.json("list", "--game", "akros", "--status", "finished")["matches"]
    match = listed[0]["match_id"]
    boards = user.says("replay", match, "--from", "57", "--boards")
    assert boards.count("Temple of Time 7:") == 6
    user.says("replay", match, "--record", "film.svg")
    frames = ET.parse(tmp_path / "film.svg").getroot()  # noqa: S314 (written by the line above)
    assert len(frames.findall("{http://www.w3.org/2000/svg}g")) == 56
    user.says("replay", match, "--record", "film.cast")
    header, *parts = [json.loads(line) for line in (tmp_path / "film.cast").read_text().splitlines()]
    assert (header["version"], header["width"], header["height"], len(parts)) == (2, 60, 25, 57)
    library(DEJAVU, "fonts-dejavu-core")
    user.says("replay", match, "--record", "film.gif")
    with Image.open(tmp_path / "film.gif") as film:
        assert (film.format, getattr(film, "n_frames", 0), film.size) == ("GIF", 56, (16 + 60 * 9, 16 + 25 * 18))
        assert film.info["loop"] == 0
    refused = user.run("replay", match, "--record", "film.mp4")
    assert (refused.returncode, refused.stderr) == (
        2,
        "clio: The name of a recording must end in .gif, .svg or .cast.\n",
    )
    with Screen(tmp_path, (80, 24), ["replay", match], {"CLIO_SERVER": user.environment["CLIO_SERVER"]}) as screen:
        screen.wait(lambda: "playing, speed 1" in screen.text)
        for key, seen in (
            (" ", "paused"),
            ("\x1b[F", "event 62 of 62"),
            ("\x1b[D", "event 61 of 62"),
            ("5\r", "Turn 5 of 9"),
            ("\x1b[A", "speed 2"),
            ("v", "view: greedy 0"),
        ):
            screen.type(key)
            screen.wait(lambda: seen in screen.text)  # noqa: B023 (waited for at once)
    with Screen(tmp_path, (80, 24), ["watch", match], {"CLIO_SERVER": user.environment["CLIO_SERVER"]}) as screen:
        screen.wait(lambda: "event 62 of 62" in screen.text)


def test_a_file_is_replayed_on_the_whole_screen_and_filmed_without_any_server(tmp_path: Path) -> None:
    nowhere = {"CLIO_SERVER": "127.0.0.1:1"}
    assert _typed(tmp_path, "", "selfplay", "akros", "--seed", "3", "--out", "records").returncode == 0
    record = next((tmp_path / "records").iterdir())
    assert _typed(tmp_path, "", "replay", str(record), "--record", "film.cast", **nowhere).returncode == 0
    assert "Temple of Time" in (tmp_path / "film.cast").read_text()
    with Screen(tmp_path, (80, 24), ["replay", str(record)], nowhere) as screen:
        screen.wait(lambda: "playing, speed 1" in screen.text)
        screen.type("\x1b[F")
        screen.wait(lambda: " wins [AKS-" in screen.text)
