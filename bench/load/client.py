"""A load client: one JSON object a line says what to do, and is answered by one."""

import asyncio
import sys
from typing import Any

import msgspec
import uvloop

from bench.load.callers import EchoLoad, Load, PlayLoad, Spec
from bench.load.streaming import StreamLoad
from bench.load.window import Window

KINDS: dict[str, type[Any]] = {"echo": EchoLoad, "play": PlayLoad, "stream": StreamLoad}


async def main() -> None:
    """Answers until its input ends."""
    load: Load | None = None
    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = msgspec.json.decode(line)
        answer: dict[str, float] = {}
        if "spec" in asked:
            spec = msgspec.convert(asked["spec"], Spec)
            load = KINDS[spec.kind](spec)
        elif load is not None and "prepare" in asked:
            await load.prepare(asked["prepare"])
        elif load is not None:
            window = Window(asked["seconds"])
            await load.run(window)
            answer = window.result()
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(main())
