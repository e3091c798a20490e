import json
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from clio.games.akros.components import BOARD_FILES, BOARDS, BoardFaultError, load_boards, read_board
from clio.games.akros.game import GAME
from clio.kernel.integrity.canonical import canonical
from tests.unit.akros.table import OPTIONS, first_choices

FOLDER = files("clio.games.akros").joinpath("boards")


def _standard() -> dict[str, Any]:
    board: dict[str, Any] = json.loads(FOLDER.joinpath("standard.json").read_bytes())
    return board


def _fault(board: dict[str, Any], name: str = "standard") -> str:
    with pytest.raises(BoardFaultError) as caught:
        read_board(name, json.dumps(board).encode())
    return str(caught.value)


def test_the_standard_board_is_the_one_the_examples_fix() -> None:
    regions = BOARDS["standard"].layout.regions
    letters = "".join(region.environment[0].upper() for region in regions)
    assert letters == "MMFSFSSFMMFSSFSFMM"
    assert [len(region.neighbours) for region in regions] == [3, 4, 3, 4, 5, 5, 4, 3, 5, 5, 3, 4, 5, 5, 4, 3, 4, 3]
    turned = {region.id: 17 - region.id for region in regions}
    for region in regions:
        half_turn = regions[turned[region.id]]
        assert region.environment == half_turn.environment
        assert {turned[other] for other in region.neighbours} == set(half_turn.neighbours)


def test_every_part_of_every_board_says_where_it_is_known_from() -> None:
    for name, file in BOARD_FILES.items():
        own = "reconstruction" if name == "standard" else "clio"
        assert {entry.provenance for entry in file.tiles} == {"rulebook"}
        assert {entry.provenance for entry in file.regions} == {own}
        assert {entry.provenance for entry in file.servants} == {own}


def test_the_listing_says_which_parts_are_reconstructed() -> None:
    assert "Board standard: the starting regions of the servants are reconstructed from the rulebook's examples." in (
        GAME.reconstructed
    )
    assert sum("Clio's own invention" in sentence for sentence in GAME.reconstructed) == 2
    assert not any("tile counts" in sentence for sentence in GAME.reconstructed)


def test_an_option_chooses_the_board_and_the_record_names_it_with_its_digest() -> None:
    names = next(option for option in GAME.options if option.name == "board").values
    assert names == ("full-hexagon", "standard")
    for name in names:
        content = json.loads(FOLDER.joinpath(f"{name}.json").read_bytes())
        digest = sha256(canonical(content)).hexdigest()
        options = {**OPTIONS, "board": name}
        assert (GAME.data(options).name, GAME.data(options).digest) == (name, digest)
        state, events = first_choices(bytes(32), options)[0]
        laid = json.loads(canonical(events[0]))
        assert (laid["board"], laid["digest"]) == (name, digest)
        assert state.board == BOARDS[name]


def test_a_match_on_the_other_board_plays_to_its_end() -> None:
    last, _ = first_choices(bytes(32), {**OPTIONS, "board": "full-hexagon"})[-1]
    assert last.board.size == 19
    assert GAME.outcome(last) is not None


def test_a_folder_of_boards_is_loaded_by_name(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps({**_standard(), "name": "mine"}))
    (tmp_path / "notes.txt").write_text("not a board")
    assert list(load_boards(tmp_path)) == ["mine"]


def test_a_board_goes_by_the_name_of_its_file() -> None:
    assert "calls itself standard" in _fault(_standard(), name="mine")


def test_a_board_that_is_not_of_the_form_is_refused() -> None:
    assert "Invalid enum value 'lava'" in _fault(_with_region(3, environment="lava"))
    assert "unknown field" in _fault({**_standard(), "extra": 1})
    assert "provenance" in _fault({**_standard(), "tiles": [{"id": "sea", "count": 19}]})


def _with_region(number: int, **changes: object) -> dict[str, Any]:
    board = _standard()
    board["regions"][number].update(changes)
    return board


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (_with_region(0, neighbours=[1, 3]), "region 4 touches 0, but not the other way round"),
        (_with_region(0, neighbours=[1, 3, 4, 99]), "region 0 touches 99, which is no region"),
        (_with_region(0, neighbours=[1, 3, 4, 4]), "neighbours of region 0 are not those of its place"),
        (_with_region(0, q=1), "two regions share a place"),
        (_with_region(0, id=5), "numbered 0, 1, 2"),
    ],
)
def test_adjacency_must_be_symmetric_and_that_of_the_places(board: dict[str, Any], says: str) -> None:
    assert says in _fault(board)


@pytest.mark.parametrize(
    ("jinn", "ifrit", "says"),
    [
        ([4, 8, 9], [0, 6, 11, 17], "jinn needs 4 starting regions"),
        ([4, 8, 9, 13], [0, 6, 11, 17, 2], "ifrit needs 4 starting regions"),
        ([4, 8, 9, 0], [0, 6, 11, 17], "region 0 is the start of two servants"),
        ([4, 8, 9, 18], [0, 6, 11, 17], "starts on 18, which is no region"),
        ([4, 8, 9, 1], [0, 2, 11, 17], "region 1 is contested at the start"),
    ],
)
def test_four_servants_a_side_start_apart_and_uncontested(jinn: list[int], ifrit: list[int], says: str) -> None:
    board = _standard()
    board["servants"][0]["regions"], board["servants"][1]["regions"] = jinn, ifrit
    assert says in _fault(board)


def test_a_board_has_nineteen_tiles_of_the_three_environments() -> None:
    board = _standard()
    board["tiles"][0]["count"] = 7
    assert "the bag must hold 19 tiles" in _fault(board)
    board["tiles"] = board["tiles"][1:]
    assert "counted once for each of forest, mountain, sea" in _fault(board)


@pytest.mark.parametrize(("counts", "is_taken"), [((0, 10, 9), True), ((19, 0, 0), True), ((-1, 10, 10), False)])
def test_an_environment_may_be_without_tiles_but_no_count_is_negative(
    counts: tuple[int, ...], *, is_taken: bool
) -> None:
    board = _standard()
    for tile, count in zip(sorted(board["tiles"], key=lambda tile: str(tile["id"])), counts, strict=True):
        tile["count"] = count
    if is_taken:
        _, read = read_board("standard", json.dumps(board).encode())
        assert tuple(count for _, count in read.layout.pool) == counts
    else:
        assert "the bag must hold 19 tiles" in _fault(board)
