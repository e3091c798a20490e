"""The messages of a game are written from its structs; what a file has already stays as it is."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from clio.games.registry import BUILT_IN
from clio.kernel.game import GameEvent
from clio.server.codec.struct_messages import fill, fill_choice
from tests.kit.kalah import KALAH
from tests.unit.repository.tree import ROOT


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("game_messages", ROOT / "proto" / "game_messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = _generator()


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_no_message_and_no_field_of_a_built_in_game_is_missing(name: str) -> None:
    text = (ROOT / "proto" / "clio" / "v1" / f"{name}.proto").read_text(encoding="utf-8")
    assert GENERATOR.messages_of(BUILT_IN[name], text) == text, "run: make game"


def test_a_new_field_gets_the_next_number_and_a_new_event_its_message() -> None:
    akros = type(BUILT_IN["akros"])
    kept = akros.events[1]

    class TileLost(GameEvent, frozen=True, kw_only=True):
        """A tile fell from the table."""

        seat: int
        tiles: tuple[str, ...]
        counts: dict[str, int]
        hidden: str | msgspec.UnsetType = msgspec.UNSET

    fields = [(field.name, field.type) for field in msgspec.structs.fields(kept) if field.name != "move"]
    changed = msgspec.defstruct(kept.__name__, [*fields, ("extra", bool)], bases=(GameEvent,), kw_only=True)
    game = type("Changed", (akros,), {"events": (akros.events[0], changed, *akros.events[2:], TileLost)})()
    text = (ROOT / "proto" / "clio" / "v1" / "akros.proto").read_text(encoding="utf-8")
    added = [line for line in GENERATOR.messages_of(game, text).splitlines() if line not in text.splitlines()]
    assert added == [
        "    // A tile fell from the table.",
        "    AkrosTileLost tile_lost = 9;",
        "  // The extra.",
        "  bool extra = 3;",
        "// A tile fell from the table.",
        "message AkrosTileLost {",
        "  // The tiles.",
        "  repeated string tiles = 2;",
        "  // The counts.",
        "  map<string, int32> counts = 3;",
        "  // The hidden.",
        "  optional string hidden = 4;",
    ]


def test_the_file_of_a_new_game_compiles_and_holds_its_structs(tmp_path: Path) -> None:
    (tmp_path / "generated_kalah.proto").write_text(GENERATOR.messages_of(KALAH), encoding="utf-8")
    command = [sys.executable, "-m", "grpc_tools.protoc", "-I", str(tmp_path), f"--python_out={tmp_path}"]
    subprocess.run([*command, "generated_kalah.proto"], check=True)
    spec = importlib.util.spec_from_file_location("generated_kalah_pb2", tmp_path / "generated_kalah_pb2.py")
    assert spec is not None
    assert spec.loader is not None
    messages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(messages)
    move = KALAH.moves[0](3)
    whole = messages.KalahMove()
    fill_choice(whole, move)
    assert whole.sow.pit == 3
    state = KALAH.parse_position('{"empty_capture":true,"pits":[4,4,4,4,4,4,0,4,4,4,4,4,4,0],"turn":1}')
    view = messages.KalahView() if hasattr(messages, "KalahView") else None
    assert view is not None
    board = KALAH.view(state, -1).board  # type: ignore[attr-defined]  # the view of an open game
    fill(view.board, board)
    assert view.board.rows[0].cells[1].move == "sow 6"
