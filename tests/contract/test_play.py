"""What must hold at every state of every match of every game."""

from typing import Any

import msgspec

from clio.games.registry import GAMES
from clio.kernel.events.storage_codec import from_bytes, to_bytes
from clio.kernel.game import EVERYTHING, GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.match.aggregate import match_projector
from clio.kernel.match.commands import Play, Resign
from clio.kernel.rejection import Rejection
from tests.contract.games import Setting, every_default, every_setting
from tests.kit.table import REFEREE, Table


@every_setting
def test_exactly_the_listed_moves_are_accepted_and_they_are_listed_once(setting: Setting) -> None:
    for seed in setting.seeds:
        table = setting.table(seed)
        seen: set[msgspec.Struct] = set()
        for turn, _ in enumerate(table.play_out(setting.most)):
            if table.match.status != "playing":
                break
            for seat in range(setting.seats):
                listed = list(table.game.legal_moves(table.state, seat))
                assert len(set(listed)) == len(listed), "a move is listed twice"
                assert bool(listed) == (seat in table.match.to_move)
                seen |= set(listed)
                if seat not in table.match.to_move:
                    continue
                sample = listed if turn % 5 == 0 else table.rng.sample(listed, min(10, len(listed)))
                for move in sample:
                    assert not isinstance(_decide(table, seat, move), Rejection), move
                for move in table.rng.sample(sorted(seen - set(listed), key=repr), min(20, len(seen - set(listed)))):
                    refusal = _decide(table, seat, move)
                    assert isinstance(refusal, Rejection), f"accepted but not listed: {move}"
                    assert refusal.sentence
                    assert table.game.rulebook.rule(refusal.rule)


@every_setting
def test_the_state_told_with_the_facts_of_a_move_is_the_one_that_they_lead_to(setting: Setting) -> None:
    table = setting.table(0)
    while table.match.status == "playing" and len(table.events) < (setting.most or 200):
        seat, move = table.random_move()
        chance = table.match.chance
        assert chance is not None
        facts, state = table.game.play(table.state, seat, move, chance)
        assert facts == _decide(table, seat, move)
        folded = table.state
        for fact in facts:
            folded = table.game.evolve(folded, fact)
        assert state == folded
        assert bool(table.game.to_move(state)) == (table.game.outcome(state) is None)
        table.do(Play(seat, move))


def _decide(table: Table, seat: int, move: msgspec.Struct) -> tuple[GameEvent, ...] | Rejection:
    chance = table.match.chance
    assert chance is not None
    return table.game.decide(table.state, seat, move, chance)


@every_setting
def test_a_replay_of_the_stored_events_gives_the_state_that_was_played(setting: Setting) -> None:
    project = match_projector(GAMES)
    for seed in setting.seeds:
        table = setting.table(seed)
        replay = project(None, _stored(table, 0))
        done = len(table.events)
        for _ in table.play_out(setting.most):
            replay = project(replay, _stored(table, done))
            done = len(table.events)
            assert replay is not None
            assert replay.state == table.state
            assert replay.digest == table.match.digest
            assert replay.status == table.match.status
        assert replay is not None
        assert replay.outcome == table.match.outcome


def _stored(table: Table, after: int) -> list[Any]:
    """The events as they come back from a store, byte for byte what went in."""
    restored = []
    for event in table.events[after:]:
        back = from_bytes(REFEREE.types, to_bytes(event))
        assert back == event
        restored.append(back)
    return restored


@every_setting
def test_the_rules_are_pure_so_deciding_twice_changes_nothing_and_gives_the_same(setting: Setting) -> None:
    table = setting.table(0)
    for _ in table.play_out(setting.most):
        if table.match.status != "playing":
            break
        seat, move = table.random_move()
        before = msgspec.json.encode(table.game.view(table.state, seat))
        assert table.match.chance is not None
        first = _decide(table, seat, move)
        fresh = Chance(table.match.chance._seed)
        assert table.game.decide(table.state, seat, move, fresh) == first
        assert msgspec.json.encode(table.game.view(table.state, seat)) == before


@every_default
def test_a_match_finishes_with_a_score_that_adds_up_and_names_its_rules(setting: Setting) -> None:
    for seed in setting.seeds:
        table = setting.table(seed).finish()
        outcome = table.match.outcome
        assert outcome is not None
        assert table.match.status == "finished"
        assert table.game.outcome(table.state) == outcome
        assert table.game.scores(table.state, EVERYTHING) == outcome.scores
        assert table.match.to_move == ()
        assert table.game.rulebook.rule(outcome.decided_by)
        assert set(outcome.winners) <= set(range(setting.seats))
        for score in outcome.scores:
            assert score.total == sum(line.points for line in score.lines)
            for line in score.lines:
                assert table.game.rulebook.rule(line.rule)
        for seat in range(setting.seats):
            assert list(table.game.legal_moves(table.state, seat)) == []


@every_default
def test_resigning_ends_the_match_or_the_others_play_on_to_its_end(setting: Setting) -> None:
    for seed in setting.seeds:
        table = setting.table(seed)
        for turn, _ in enumerate(table.play_out(setting.most)):
            if turn == 3 + seed and table.match.status == "playing":
                quitter = table.rng.randrange(setting.seats)
                table.do(Resign(quitter))
                assert quitter not in table.match.to_move
        outcome = table.match.outcome
        assert outcome is not None
        if table.match.resigned:
            assert quitter not in outcome.winners


@every_default
def test_a_command_to_a_finished_match_is_refused(setting: Setting) -> None:
    table = setting.table(0)
    seat, move = table.random_move()
    table.finish()
    refusal = table.ask(Play(seat, move))
    assert isinstance(refusal, Rejection)
    assert refusal.rule == "CLIO-OVER"
