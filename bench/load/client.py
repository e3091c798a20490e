"""A load client: one JSON object a line says what to do, and is answered by one."""

import asyncio
import sys
from typing import Any

import msgspec
import uvloop

from bench.load.callers import EchoLoad, Load, PlayLoad, Spec
from bench.load.http_callers import HttpEchoLoad, HttpJsonPlayLoad, HttpPlayLoad
from bench.load.streaming import StreamLoad
from bench.load.window import Window

KINDS: dict[str, type[Any]] = {
    "echo": EchoLoad,
    "http_echo": HttpEchoLoad,
    "http_play": HttpPlayLoad,
    "http_play_json": HttpJsonPlayLoad,
    "play": PlayLoad,
    "stream": StreamLoad,
}


async def main() -> None:
    """Answers until its input ends. Contenders share a client; each load has a number."""
    loads: dict[int, Load] = {}
    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = msgspec.json.decode(line)
        number, answer = asked["load"], {}
        if "spec" in asked:
            spec = msgspec.convert(asked["spec"], Spec)
            loads[number] = KINDS[spec.kind](spec)
        elif "prepare" in asked:
            await loads[number].prepare(asked["prepare"])
        elif "close" in asked:
            await loads.pop(number).close()
        else:
            window = Window(asked["seconds"])
            await loads[number].run(window)
            answer = window.result()
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(main())
