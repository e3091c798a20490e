import pytest

from clio.games.akrotiri.geometry.design import Design, DockDesign, flaw_of, rotations_of, turned

CURVES = Design(
    networks=(("n", "e"), ("s", "w")),
    zones=(("nw", "se"), ("ne",), ("sw",)),
    docks=(DockDesign("nw", "n"), DockDesign("se", "s")),
    icon="nw",
)


def test_a_turned_print_turns_routes_land_docks_and_icon_together() -> None:
    quarter = turned(CURVES, "r90")
    assert quarter.networks == (("e", "s"), ("w", "n"))
    assert quarter.zones == (("ne", "sw"), ("se",), ("nw",))
    assert quarter.docks == (DockDesign("ne", "e"), DockDesign("sw", "w"))
    assert quarter.icon == "ne"


def test_every_rotation_of_a_sound_print_is_sound() -> None:
    assert all(flaw_of(design) is None for design in rotations_of(CURVES).values())
    assert len({design.icon for design in rotations_of(CURVES).values()}) == 4


@pytest.mark.parametrize(
    ("design", "flaw"),
    [
        (Design((("n", "e"), ("s",)), CURVES.zones, (), "nw"), "exits"),
        (Design(CURVES.networks, (("nw", "se"), ("ne",)), (), "nw"), "corners"),
        (Design((("n", "s"), ("e", "w")), (("nw", "se"), ("ne",), ("sw",)), (), "nw"), "cross"),
        (Design(CURVES.networks, (("nw",), ("se",), ("ne",), ("sw",)), (), "nw"), "5 land zones less one"),
        (Design(CURVES.networks, (("ne", "sw"), ("nw",), ("se",)), (), "nw"), "cuts through"),
        (Design(CURVES.networks, CURVES.zones, (DockDesign("nw", "e"),), "nw"), "dock"),
    ],
)
def test_an_impossible_print_is_told_what_is_wrong(design: Design, flaw: str) -> None:
    assert flaw in str(flaw_of(design))
