"""Every move and view has its typed message, and a move comes back from it."""

from clio.v1.event_pb2 import Event
from domain.kernel.commands import Rotate
from domain.kernel.game import EVERYTHING, SPECTATOR
from service.wire import events as event_wire
from service.wire import moves as move_wire
from service.wire import views as view_wire
from tests.contract.games import Setting, every_setting


@every_setting
def test_every_legal_move_comes_back_from_its_message(setting: Setting) -> None:
    for seed in setting.seeds:
        table = setting.table(seed)
        for _ in table.play_out(setting.most):
            for seat in table.match.to_move:
                for move in table.game.legal_moves(table.state, seat):
                    message = move_wire.to_message(table.game, move)
                    assert move_wire.from_message(table.game, message) == move
                    message.ClearField("notation")
                    assert move_wire.from_message(table.game, message) == move


@every_setting
def test_every_view_has_its_message(setting: Setting) -> None:
    table = setting.table(0)
    for _ in table.play_out(setting.most):
        for viewpoint in (SPECTATOR, EVERYTHING, *range(setting.seats)):
            message = view_wire.to_message(table.match, viewpoint)
            assert message.WhichOneof("game") == setting.game
            assert message.position


@every_setting
def test_the_bytes_written_by_hand_are_the_message_of_the_event(setting: Setting) -> None:
    table = setting.table(0)
    for number, holder in enumerate((0, None)):
        table.do(Rotate(holder, f"{number:x}e" * 32))
    for event in table.play(setting.most).events:
        message = event_wire.to_message(event)
        written = event_wire.encoded(event)
        assert Event.FromString(written) == message
        assert len(written) == len(message.SerializeToString())
