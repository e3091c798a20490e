"""Counts results of exported records from plain JSON lines, sharing no code with the projections."""

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any


class Counted:
    """The counts of all records added so far."""

    def __init__(self) -> None:
        self.finished: Counter[str] = Counter()
        self.events: dict[str, list[int]] = defaultdict(list)
        self.moves: dict[str, list[int]] = defaultdict(list)
        self.milliseconds: dict[str, list[int]] = defaultdict(list)
        self.points: dict[str, list[int]] = defaultdict(list)
        self.seat_wins: dict[str, Counter[int]] = defaultdict(Counter)
        self.side_wins: dict[str, Counter[str]] = defaultdict(Counter)
        self.characters: Counter[str] = Counter()
        self.character_tiles: Counter[str] = Counter()
        self.rule_points: dict[str, Counter[str]] = defaultdict(Counter)
        self.rule_lines: dict[str, Counter[str]] = defaultdict(Counter)
        self.decided: dict[str, Counter[str]] = defaultdict(Counter)
        self.played: Counter[tuple[str, str]] = Counter()
        self.won: Counter[tuple[str, str]] = Counter()
        self.total: Counter[tuple[str, str]] = Counter()

    def add(self, file: Path) -> None:
        """Counts one record."""
        text = gzip.decompress(file.read_bytes()).decode() if file.suffix == ".gz" else file.read_text()
        lines = [json.loads(line) for line in text.splitlines()]
        game = lines[0]["game"]
        events = [line["event"] for line in lines if "event" in line]
        end = events[-1]
        if end["type"] != "match.Finished":
            return
        names = next(event["public"]["names"] for event in events if event["type"] == "match.Started")
        self._count_length(game, events)
        self._count_play(game, events, set(end["public"]["winners"]))
        self._count_result(game, end["public"], names)

    def _count_length(self, game: str, events: list[dict[str, Any]]) -> None:
        start = next(event["at"] for event in events if event["type"] == "match.Started")
        took = datetime.fromisoformat(events[-1]["at"]) - datetime.fromisoformat(start)
        self.finished[game] += 1
        self.events[game].append(len(events))
        self.moves[game].append(sum("move" in event["public"] or "move" in event.get("sealed", {}) for event in events))
        self.milliseconds[game].append(took // timedelta(milliseconds=1))

    def _count_play(self, game: str, events: list[dict[str, Any]], winners: set[int]) -> None:
        for event in events:
            public = event["public"]
            if event["type"] == "amphipolis.CharacterUsed":
                self.characters[public["character"]] += 1
                self.character_tiles[public["character"]] += len(public["tiles"])
            if event["type"] == "akros.BoardLaid":
                for side in ("jinn", "ifrit"):
                    self.side_wins[game][side] += public[side] in winners

    def _count_result(self, game: str, public: dict[str, Any], names: list[str]) -> None:
        self.decided[game][public["decided_by"]] += 1
        for seat, name in enumerate(names):
            self.seat_wins[game][seat] += seat in public["winners"]
            for board in ("", game):
                self.played[board, name] += 1
                self.won[board, name] += seat in public["winners"]
        for score in public["scores"]:
            if score["seat"] < 0:
                continue
            self.points[game].append(score["total"])
            for board in ("", game):
                self.total[board, names[score["seat"]]] += score["total"]
            for line in score["lines"]:
                self.rule_lines[game][line["rule"]] += 1
                self.rule_points[game][line["rule"]] += line["points"]


def count(files: Iterable[Path]) -> Counted:
    counted = Counted()
    for file in files:
        counted.add(file)
    return counted


def differences(counted: Counted, game: str, statistics: dict[str, Any], standings: dict[str, Any]) -> list[str]:
    """The differences from ``clio stats --json`` and ``clio standings --json``."""
    wrong: list[str] = []

    def same(what: str, told: object, expected: object) -> None:
        if told != expected:
            wrong.append(f"{game} {what}: told {told}, counted {expected}")

    same("finished", statistics["finished"], counted.finished[game])
    for name, numbers in (
        ("events", counted.events[game]),
        ("moves", counted.moves[game]),
        ("duration_millis", counted.milliseconds[game]),
        ("scores", counted.points[game]),
    ):
        told = statistics[name]
        same(f"{name} count", told["count"], len(numbers))
        same(f"{name} sum", told["sum"], sum(numbers))
        same(f"{name} extremes", (told["min"], told["max"]), (min(numbers, default=0), max(numbers, default=0)))
        same(f"{name} mean", told["mean"], sum(numbers) / len(numbers) if numbers else 0.0)
        for each in told["bins"]:
            inside = sum(each["low"] <= number <= each["high"] for number in numbers)
            same(f"{name} from {each['low']} to {each['high']}", each["count"], inside)
    same("wins by seat", {seat["seat"]: seat["won"] for seat in statistics["seats"]}, dict(counted.seat_wins[game]))
    same("wins by side", {side["side"]: side["won"] for side in statistics["sides"]}, dict(counted.side_wins[game]))
    same("decided", {each["rule"]: each["matches"] for each in statistics["decisions"]}, dict(counted.decided[game]))
    same("lines", {each["rule"]: each["lines"] for each in statistics["rules"]}, dict(counted.rule_lines[game]))
    same("rules", {each["rule"]: each["points"] for each in statistics["rules"]}, dict(counted.rule_points[game]))
    if game == "amphipolis":
        used = [use for use in statistics["uses"] if use["kind"] == "character"]
        same("characters", {use["component"]: use["times"] for use in used}, dict(counted.characters))
        same("tiles of characters", {use["component"]: use["amount"] for use in used}, dict(counted.character_tiles))
    rows = standings["standings"]
    for name, counts in (("played", counted.played), ("won", counted.won), ("points", counted.total)):
        expected = {player: number for (board, player), number in counts.items() if board == game}
        same(name, {row["player"]: row[name] for row in rows}, expected)
    same("order", [row["rating"] for row in rows], sorted((row["rating"] for row in rows), reverse=True))
    return wrong
