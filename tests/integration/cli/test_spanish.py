"""Every command as somebody types it whose language is Spanish: nothing English may be left."""

import re
import string
from collections.abc import Iterator

import pytest

from clio.cli.program import COMMANDS
from tests.integration.cli.terminal import ServeCommand, User
from tests.unit.cli.catalogs import CATALOGS, catalog_of, translations
from tests.unit.cli.messages import headings

CATALOG = {
    one: translated
    for message, text in translations(catalog_of(CATALOGS[0])).items()
    for one, translated in zip(*([each] if isinstance(each, str) else each for each in (message, text)), strict=True)
}
"""Translations by message, singular and plural apart."""
PROSE = re.compile(r"[A-Za-z]{2,},? [A-Za-z]{2,}")
STORY: list[tuple[str, int]] = [
    ("games", 0),
    ("rules akrotiri", 0),
    ("rules akros --rule AKS-WIN", 0),
    ("rules akros --rule NONE", 3),
    ("components akros", 0),
    ("components akrotiri", 0),
    ("components amphipolis", 0),
    ("components akros --data none", 3),
    ("open chess", 3),
    ("open akros --seats 7", 1),
    ("open akros", 0),
    ("join WAITING --name Ada", 0),
    ("leave WAITING", 0),
    ("leave WAITING", 4),
    ("join WAITING --name Bob", 0),
    ("free WAITING 0", 0),
    ("free WAITING 0", 3),
    ("free PLAYING 0", 1),
    ("free AKROS 0 --token nobodys", 4),
    ("abort WAITING --reason basta", 0),
    ("join WAITING --name Ada", 1),
    ("moves PLAYING", 0),
    ("move PLAYING 99", 1),
    ("move PLAYING place 4>0", 1),
    ("move PLAYING hola", 1),
    ("move PLAYING 1 --preview", 0),
    ("move PLAYING 1", 0),
    ("move PLAYING 1 --seat 0", 1),
    ("show PLAYING", 0),
    ("scores PLAYING", 0),
    ("export PLAYING --out playing.clio", 0),
    ("verify playing.clio", 0),
    ("fork PLAYING", 0),
    ("rotate PLAYING --seat 0", 0),
    ("rotate PLAYING --host --token nobodys", 4),
    ("agree PLAYING pause --reason cena --seat 0", 0),
    ("agree PLAYING pause --reason cena --seat 0", 1),
    ("claim PLAYING", 1),
    ("direct PLAYING pause --reason alarma", 4),
    ("abort PLAYING --reason basta", 4),
    ("rematch PLAYING --seat 0", 1),
    ("resign PLAYING --seat 0", 0),
    ("resign PLAYING", 2),
    ("rematch PLAYING", 2),
    ("rematch PLAYING --seat 0", 0),
    ("rematch PLAYING --seat 1", 0),
    ("feed --limit 3", 0),
    ("feed --matches --limit 3", 0),
    ("feed --after hola", 2),
    ("feed --after 1:00", 1),
    ("feed --type none", 1),
    ("feed --own", 4),
    ("feed --game chess", 3),
    ("watch PLAYING", 0),
    ("list", 0),
    ("list --player nobody", 0),
    ("list --limit 0", 2),
    ("list --status none", 2),
    ("list --since ayer", 2),
    ("list nothing", 2),
    ("show akros", 3),
    ("show zz", 2),
    ("selfplay akros --matches 2", 0),
    ("selfplay akros --bot none", 2),
    ("arena akros greedy random --matches 1", 0),
    ("arena akros greedy", 2),
    ("arena akros greedy best", 3),
    ("arena chess greedy random", 3),
    ("bot greedy --join SOLO", 0),
    ("bot nobody --join SOLO", 3),
    ("play akros --bots nobody --new", 3),
    ("play akros --bots greedy --new", 0),
    *[(f"show {game}", 0) for game in ("AKROS", "AKROTIRI", "AMPHIPOLIS")],
    *[(f"scores {game}", 0) for game in ("AKROS", "AKROTIRI", "AMPHIPOLIS")],
    ("scores AKROS --at 1", 0),
    ("export AKROTIRI --out final.clio", 0),
    ("export AKROTIRI --out /nowhere/final.clio", 1),
    ("verify final.clio", 0),
    ("verify none.clio", 3),
    ("verify cut.clio", 11),
    ("verify forged.clio", 11),
    ("verify final.clio --key 12", 2),
    ("replay final.clio", 0),
    ("replay final.clio --boards --from 40 --to 40", 0),
    ("replay cut.clio", 11),
    ("replay AKROS", 0),
    ("replay AKROS --boards --from 55", 0),
    ("replay AKROS --from 999", 3),
    ("replay AKROS --record film.mp4", 2),
    ("replay AKROS --record film.svg", 0),
    ("import final.clio", 1),
    ("import cut.clio", 1),
    ("import none.clio", 3),
    ("list --archived", 0),
    ("audit AKROS", 0),
    ("audit AKROTIRI --report page.html", 0),
    ("audit --all --rules", 0),
    ("audit", 2),
    ("standings", 0),
    ("standings akros", 0),
    ("standings chess", 3),
    ("player greedy_0", 0),
    ("player nobody", 3),
    *[(f"stats {game}", 0) for game in ("akros", "akrotiri", "amphipolis")],
    ("admin status", 0),
    ("admin projections list", 0),
    ("admin projections rebuild standings --hold", 0),
    ("admin projections diff standings", 0),
    ("admin projections switch standings", 0),
    ("admin projections drop standings", 0),
    ("admin projections resume standings", 1),
    ("admin projections drop none", 3),
    ("admin projections list --token none", 4),
    ("admin migrate DATA", 5),
    ("admin copy DATA COPY", 0),
    ("admin migrate COPY", 0),
    ("admin copy none COPY", 3),
    ("serve --port TAKEN", 5),
    ("games --server 127.0.0.1:1", 5),
    ("nonsense", 2),
]


def _english() -> Iterator[str]:
    """Parts of English messages that are no part of any Spanish one."""
    spanish = "\n".join(CATALOG.values()).lower()
    for message, text in CATALOG.items():
        if message == text or "\\b" in message:
            continue
        for literal, _, _, _ in string.Formatter().parse(message):
            part = literal.strip(" .,:;()'").lower()
            if PROSE.search(part) and part not in spanish:
                yield part


ENGLISH = sorted(set(_english()), key=len, reverse=True)
HEADINGS = {name.upper() for name in headings() if name and CATALOG.get(name, name).upper() != name.upper()} - {
    text.upper() for text in CATALOG.values()
}


def _left_over(told: str) -> list[str]:
    low = told.lower()
    # Names of arguments are written like headings, but never alone on a line.
    heads = "\n".join(line for line in told.splitlines() if line.isupper())
    found = [part for part in ENGLISH if part in low]
    return found + [name for name in HEADINGS if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", heads)]


@pytest.fixture(scope="module")
def words(server: ServeCommand, tmp_path_factory: pytest.TempPathFactory) -> tuple[User, dict[str, str]]:
    """Somebody who speaks Spanish, after a match of every game, and what the words of the story mean."""
    user = User(tmp_path_factory.mktemp("spanish"), server.address)
    user.environment |= {"CLIO_DATA": str(server.data), "LANG": "es_ES.UTF-8"}
    meant = {
        "TAKEN": str(server.port),
        "DATA": str(server.data),
        "COPY": str(user.home / "copy"),
        "greedy_0": "greedy 0",
    }
    for game in ("akros", "akrotiri", "amphipolis"):
        told = user.json("selfplay", game, "--bot", "greedy", "--seed", "1")
        meant[game.upper()] = told["match"]["match_id"]
    for word, game, players in (
        ("WAITING", "akros", ()),
        ("PLAYING", "akros", ("Ada", "Bob")),
        ("SOLO", "amphipolis", ()),
    ):
        seats = "1" if word == "SOLO" else "2"
        meant[word] = user.json("open", game, "--seats", seats)["match"]["match_id"]
        for player in players:
            user.json("join", meant[word], "--name", player)
    user.json("export", meant["AKROTIRI"], "--out", "whole.clio")
    whole = (user.home / "whole.clio").read_text(encoding="utf-8")
    (user.home / "cut.clio").write_text(whole[:3000], encoding="utf-8")
    (user.home / "forged.clio").write_text(whole.replace('"y":1', '"y":2', 1), encoding="utf-8")
    return user, meant


@pytest.mark.slow
def test_nothing_english_is_left_in_what_a_spaniard_reads(words: tuple[User, dict[str, str]]) -> None:
    user, meant = words
    wrong = []
    for line, code in STORY:
        done = user.run(*(meant.get(word, word) for word in line.split(" ")))
        told = done.stdout + done.stderr
        wrong += [(line, f"exit code {done.returncode}: {told}")] if done.returncode != code else []
        wrong += [(line, part) for part in _left_over(told)]
        assert told.strip(), line
        assert "Traceback" not in told
    page = (user.home / "page.html").read_text(encoding="utf-8")
    assert 'lang="es"' in page
    assert wrong + _left_over(re.sub(r"<code>.*?</code>|<style>.*?</style>", "", page, flags=re.DOTALL)) == []


def test_what_is_english_is_found() -> None:
    assert len(ENGLISH) > 500
    assert _left_over("clio: No rated match has finished yet.")
    assert _left_over("RANK  PLAYER")
    assert not _left_over("clio: Aún no ha terminado ninguna partida que cuente.")


def test_no_command_is_left_out() -> None:
    assert {line.split()[0] for line, _ in STORY} - {"nonsense"} == set(COMMANDS)


def test_programs_read_the_same_whatever_the_language(words: tuple[User, dict[str, str]]) -> None:
    user, meant = words
    for line in (
        "games",
        "standings akros",
        "scores AKROS",
        "verify cut.clio",
        "open chess",
        "show zz",
        "list --limit 0",
    ):
        arguments = [meant.get(word, word) for word in line.split()]
        spanish = user.run(*arguments, "--json")
        english = user.run(*arguments, "--json", env={"LANG": "C.UTF-8"})
        assert (spanish.stdout, spanish.stderr, spanish.returncode) == (english.stdout, "", english.returncode)
