"""The controller of a match against a real server: what a player has chosen, and hints."""

from pathlib import Path

from clio.cli.play.controller import Opponents, PlayController
from clio.cli.play.hints import hint
from clio.client import Client
from tests.kit.servers import running


async def test_a_late_answer_about_the_same_position_does_not_drop_what_is_chosen(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        table = await server.seated("amphipolis")
        seat = (await table.refresh()).to_move[0]
        controller = PlayController(client, table.id, seat, table.tokens[seat], Opponents.PEOPLE)
        await controller.refresh()
        controller.choice.choose(controller.choice.options()[0].word)
        chosen = controller.choice.chosen
        await controller.take_view(controller.view)
        assert controller.choice.chosen == chosen
        await controller.refresh()
        assert controller.choice.chosen != chosen


async def test_a_hint_is_a_legal_move_and_the_same_every_time(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Client(f"127.0.0.1:{server.clio.port}") as client:
        for game in ("akros", "akrotiri", "amphipolis"):
            table = await server.seated(game)
            seat = (await table.refresh()).to_move[0]
            controller = PlayController(client, table.id, seat, table.tokens[seat], Opponents.BOTS)
            await controller.refresh()
            hinted = await controller.hint()
            assert hinted in [move.notation for move in controller.choice.moves]
            assert await controller.hint() == hinted


async def test_a_game_that_no_bot_knows_has_no_hints() -> None:
    assert not await hint("no-such-game", 0, [], "")
