// Plays over real socket.io connections, one for each match, and counts a move when the server's answer to it has come:
// nothing is applied here first, so nothing optimistic is counted. Reads one JSON object a line, answers with one.
"use strict";

const readline = require("node:readline");
const { io } = require("socket.io-client");
const { dug } = require("./games/dig");

const MAKE_MOVE = "MAKE_MOVE";
// Few matches of dig are shorter. The trivial game never ends, but the store copies the log of a match for every move of it:
// a match as long as those of bench/load/scripts.py, or the length of the run would be measured.
const MOVES_OF_A_MATCH = { dig: 20, trivial: 200 };

class Match {
  constructor(spec, name) {
    this.spec = spec;
    this.name = name;
    this.state = null;
    this.onUpdate = () => {};
    this.socket = io(`http://127.0.0.1:${spec.port}/${spec.game}`, { transports: ["websocket"], forceNew: true });
    this.socket.on("update", (_, state) => {
      this.state = state;
      this.onUpdate();
    });
  }

  open() {
    return new Promise((resolve) => {
      this.socket.on("sync", (_, info) => {
        this.state = info.state;
        resolve();
      });
      this.socket.on("connect", () => this.socket.emit("sync", this.name, "0", undefined, this.spec.players));
    });
  }

  get over() {
    return this.state.ctx.gameover !== undefined || (this.spec.game === "trivial" && this.state._stateID >= MOVES_OF_A_MATCH.trivial);
  }

  play() {
    const player = this.state.ctx.currentPlayer;
    const [type, ...args] = this.spec.game === "dig" ? dug(this.state.G, player, Math.random) : ["tick"];
    const action = { type: MAKE_MOVE, payload: { type, args, playerID: player } };
    const before = this.state._stateID;
    return new Promise((resolve, reject) => {
      this.onUpdate = () => (this.state._stateID > before ? resolve() : reject(new Error(`${type} was not confirmed`)));
      this.socket.emit("update", action, before, this.name, player);
    });
  }
}

class Load {
  constructor(spec) {
    this.spec = spec;
    this.tables = Array.from({ length: spec.tables }, () => []);
    this.opened = 0;
  }

  // Matches that were begun are played on; only what is missing for so many moves is opened.
  async prepare(moves) {
    const wanted = Math.ceil(moves / MOVES_OF_A_MATCH[this.spec.game]) + 1;
    for (const queue of this.tables) {
      for (const match of queue.filter((each) => each.over)) match.socket.close();
      const kept = queue.filter((each) => !each.over);
      const more = Array.from({ length: Math.max(0, wanted - kept.length) }, () => this.match());
      await Promise.all(more.map((match) => match.open()));
      queue.splice(0, queue.length, ...kept, ...more);
    }
  }

  match() {
    this.opened += 1;
    return new Match(this.spec, `${this.spec.prefix}-${this.opened}`);
  }

  async run(seconds) {
    const started = process.hrtime.bigint();
    const end = started + BigInt(Math.round(seconds * 1e9));
    const latencies = [];
    let going = true;
    await Promise.all(
      this.tables.map(async (queue) => {
        let place = 0;
        while (going) {
          while (place < queue.length && queue[place].over) place += 1;
          const now = process.hrtime.bigint();
          if (place === queue.length || now >= end) {
            going = false;
            return;
          }
          await queue[place].play();
          latencies.push(Number(process.hrtime.bigint() - now) / 1e6);
        }
      }),
    );
    const taken = Number(process.hrtime.bigint() - started) / 1e9;
    latencies.sort((a, b) => a - b);
    return { count: latencies.length, seconds: taken, p50: latencies[Math.floor(latencies.length / 2)] || 0 };
  }
}

const tell = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

async function main() {
  let load = null;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    if (asked.spec) {
      load = new Load(asked.spec);
      tell({});
    } else if (asked.prepare) {
      await load.prepare(asked.prepare);
      tell({});
    } else {
      tell(await load.run(asked.seconds));
    }
  }
  process.exit(0);
}

main();
