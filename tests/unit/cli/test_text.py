from datetime import timedelta

import pytest

from clio.cli.render.component_counts import set_counts
from clio.cli.render.json_output import component_id, to_json_value
from clio.cli.render.output import Output, Table, printable
from clio.cli.session.session import normalised
from clio.cli.text.event_sentences import event_line, event_sentence
from clio.cli.text.event_text import end_in_words
from clio.cli.text.message_text import label, message_in_words
from clio.cli.text.time_used import TimeUsed
from clio.v1.akrotiri_pb2 import AkrotiriCubeSold, AkrotiriEvent
from clio.v1.amphipolis_pb2 import (
    AmphipolisEvent,
    AmphipolisPhase,
    AmphipolisSeatView,
    AmphipolisTile,
    AmphipolisTilesDrawn,
    AmphipolisTilesTaken,
    AmphipolisView,
)
from clio.v1.event_pb2 import Event, MatchFinished, MatchOpened, MatchStarted, Opening
from clio.v1.external_game_pb2 import ExternalGameValue
from clio.v1.fair_play_pb2 import MatchPaused, MatchResumed, MatchTimeCredited
from clio.v1.outcome_pb2 import ScoreLine, SeatScore

GREEN = AmphipolisTile.AMPHIPOLIS_TILE_MOSAIC_GREEN
SPHINX = AmphipolisTile.AMPHIPOLIS_TILE_SPHINX


def test_an_enum_is_said_as_its_component() -> None:
    assert component_id(AmphipolisTile.DESCRIPTOR, GREEN) == "mosaic-green"
    assert component_id(AmphipolisTile.DESCRIPTOR, 0) == ""
    assert component_id(AmphipolisTile.DESCRIPTOR, 99) == "99"


def test_names_become_words() -> None:
    assert label("entrance_free") == "entrance free"
    assert label("TilesDrawn") == "tiles drawn"


def test_an_event_is_a_line_with_the_player_it_is_about_and_not_who_caused_it() -> None:
    drawn = AmphipolisTilesDrawn(seat=1, turn=3, tiles=[GREEN, SPHINX], entrance_covered=0, turn_ends=True)
    event = Event(seq=12, type="amphipolis.TilesDrawn", actor="seat:0", amphipolis=AmphipolisEvent(tiles_drawn=drawn))
    assert event_line(event, {0: "Ada", 1: "Bob"}) == "  12  Bob draws mosaic-green, sphinx."


def test_a_line_has_the_move_and_the_time_it_took() -> None:
    taken = AmphipolisEvent(tiles_taken=AmphipolisTilesTaken(seat=0, tiles=[GREEN]))
    event = Event(
        seq=8, type="amphipolis.TilesTaken", actor="seat:0", move="take mosaics mosaic-green", amphipolis=taken
    )
    assert event_line(event, {0: "Ada"}, timedelta(seconds=75)).endswith("[take mosaics mosaic-green] (1:15)")
    assert event_line(event, {0: "Ada"}).endswith("[take mosaics mosaic-green]")
    event.remaining.FromSeconds(225)
    assert event_line(event, {0: "Ada"}, timedelta(seconds=75)).endswith("(1:15, 3:45 left)")


def test_an_event_of_a_foreign_game_names_the_seat_of_its_fields() -> None:
    event = Event(seq=4, type="kalah.SeedsSown", actor="seat:0", external=ExternalGameValue(type="kalah.SeedsSown"))
    event.external.fields.update({"seat": 1, "pit": 3})
    assert event_line(event, {0: "Ada", 1: "Bob"}) == "   4  Bob (seat 1): seeds sown: pit 3"


@pytest.mark.parametrize(("drachmas", "ending"), [(1, "for 1 drachma."), (3, "for 3 drachmas.")])
def test_counts_in_sentences_have_the_form_of_their_number(drachmas: int, ending: str) -> None:
    sold = AkrotiriEvent(cube_sold=AkrotiriCubeSold(seat=0, drachmas=drachmas))
    event = Event(seq=9, type="akrotiri.CubeSold", actor="seat:0", akrotiri=sold)
    assert event_sentence(event, {0: "Ada"}).endswith(ending)


def _at(second: int, event: Event) -> Event:
    event.event_time.FromSeconds(second)
    return event


def _move(second: int, seat: int, move: str = "a move") -> Event:
    taken = AmphipolisEvent(tiles_taken=AmphipolisTilesTaken(seat=seat))
    return _at(second, Event(type="amphipolis.TilesTaken", actor=f"seat:{seat}", move=move, amphipolis=taken))


def test_time_is_counted_from_the_move_before_without_pauses_and_credits() -> None:
    used = TimeUsed()
    for event, took in (
        (Event(type="match.Opened", opened=MatchOpened(clock="move/60")), None),
        (_at(0, Event(type="match.Started", started=MatchStarted())), None),
        (_move(10, 0), 10),
        (_at(12, Event(type="match.Paused", paused=MatchPaused())), None),
        (_at(100, Event(type="match.Resumed", resumed=MatchResumed())), None),
        (_move(103, 1), 5),
        (_move(103, 1, move=""), None),
        (_at(110, Event(type="match.TimeCredited", time_credited=MatchTimeCredited(milliseconds=4000))), None),
        (_move(111, 0), 4),
    ):
        assert used.add(event) == (None if took is None else timedelta(seconds=took))
    assert used.in_words({0: "Ada", 1: "Bob"}) == "Time used: Ada 0:14, Bob 0:05.0"


def test_the_end_tells_winners_scores_and_the_deciding_rule() -> None:
    scores = [SeatScore(seat=0, total=9), SeatScore(seat=-1, total=4)]
    event = Event(seq=9, finished=MatchFinished(scores=scores, winners=[0], decided_by="AMP-WINNER"))
    assert end_in_words(event, {0: "Ada"}) == "Ada wins [AMP-WINNER]: Ada 9, the game 4"


def test_points_are_summed_by_rule_and_nothing_is_said_of_none() -> None:
    lines = [ScoreLine(rule="AMP-SCORE-STATUES", points=3), ScoreLine(rule="AMP-SCORE-STATUES", points=6)]
    view = AmphipolisSeatView(seat=0, lines=[*lines, ScoreLine(rule="AMP-SCORE-MOSAICS")])
    assert message_in_words(view, {}) == "seat seat 0; lines statues 9"


def test_a_crowd_is_counted_and_what_there_is_none_of_is_left_out() -> None:
    view = AmphipolisView(seats=[AmphipolisSeatView(seat=seat) for seat in range(9)])
    set_counts(view.bag, {"sphinx": 0, "caryatid": 2})
    assert message_in_words(view, {}) == "first seat seat 0; seat seat 0; bag 2 caryatid; 9 seats"


def test_a_message_is_json_by_its_names_with_ids_and_hex() -> None:
    view = AmphipolisView(turn=2, phase=AmphipolisPhase.AMPHIPOLIS_PHASE_TAKE)
    set_counts(view.bag, {"sphinx": 2})
    plain = to_json_value(view)
    assert plain["phase"] == "take"
    assert plain["bag"] == {"sphinx": 2}
    assert plain["first_seat"] == 0
    assert "chosen_area" not in plain
    opening = Opening(seq=3, field="tile", salt=b"\xff", value=b'"red"')
    assert to_json_value(opening) == {"seq": 3, "field": "tile", "salt": "ff", "value": '"red"'}


def test_a_name_cannot_move_the_terminals_cursor() -> None:
    assert printable("a\x1b[2Jb\x07") == "a\N{REPLACEMENT CHARACTER}[2Jb\N{REPLACEMENT CHARACTER}"


def test_a_table_in_a_pipe_is_aligned_columns(capsys: pytest.CaptureFixture[str]) -> None:
    Output(as_json=False).table(Table(["no", "move"], [["1", "end"], ["10", "pass"]], "moves"))
    assert capsys.readouterr().out == "moves:\n  NO  MOVE\n  1   end\n  10  pass\n"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("localhost:1", "127.0.0.1:1"),
        ("localhost", "127.0.0.1:50051"),
        (" 127.0.0.1:7 ", "127.0.0.1:7"),
        (":9", "127.0.0.1:9"),
        ("clio.example", "clio.example:50051"),
        ("[::1]:5", "[::1]:5"),
        ("[::1]", "[::1]:50051"),
    ],
)
def test_an_address_has_one_spelling(given: str, meant: str) -> None:
    assert normalised(given) == meant
