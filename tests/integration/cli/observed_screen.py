"""The playing screen of ``seeded.py``: its terminal's title says how many keys it has handled and what it waits for.

Without it a test could only guess how long a key takes on a machine that has other work to do.
"""

from textual import events

from clio.cli.play import full_screen

BUSY, TURN, WAITING = "busy", "turn", "waiting"
_TICK_SECONDS = 0.02
_QUIET_TICKS = 5


class ObservedScreen(full_screen.PlayScreen):
    """Tells its state in the title: keys handled, and what it waits for."""

    keys = 0
    quiet = 0
    seen: tuple[object, ...] = ()
    told = ""

    async def on_event(self, event: events.Event) -> None:
        """Counts keys."""
        # One that was forwarded comes back where nobody had a use for it.
        is_new = isinstance(event, events.Key) and not event.is_forwarded
        await super().on_event(event)
        if is_new:
            self.keys += 1
            self.quiet = 0

    def on_mount(self) -> None:
        """Looks again and again."""
        self.set_interval(_TICK_SECONDS, self._look)

    def _look(self) -> None:
        controller, state = self._controller, self._state
        last = controller.events[-1].seq if controller.events else 0
        seen = (self.keys, last, controller.match.seq, controller.choice, state.typed, state.mode, self.size)
        at_work = sum(not worker.is_finished for worker in self.workers) > (not controller.over)
        is_quiet = seen == self.seen and last == controller.match.seq and not at_work and not state.sending
        self.quiet = self.quiet + 1 if is_quiet else 0
        self.seen = seen
        waits_for = TURN if controller.my_turn or controller.over else WAITING
        self._tell(f"{self.keys} {waits_for}" if self.quiet >= _QUIET_TICKS else f"{self.keys} {BUSY}")

    def _tell(self, told: str) -> None:
        if told != self.told and self._driver is not None:
            self.told = told
            self._driver.write(f"\x1b]2;{told}\x07")
            self._driver.flush()


def install() -> None:
    """Has ``clio play`` use it."""
    full_screen.PlayScreen = ObservedScreen  # type: ignore[misc]  # for this process
