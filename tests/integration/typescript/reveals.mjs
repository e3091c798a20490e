// An operator who holds seat 1 tries to learn the entropy of seat 0 before it binds its own; prints what it got in each case.

import { createHash } from "node:crypto";

const clio = await import(`${process.argv[2]}/index.js`);
const MATCH = "m".repeat(20);
const MINE = "07".repeat(32);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const commitment = sha256(`clio-entropy/1${MATCH}/0/`, Buffer.from(MINE, "hex")).toString("hex");

class Operator {
  events = [];
  reveals = [];
  fails = false;
  beforeRecording = () => {};

  add(type, said) {
    const seq = this.events.length + 1;
    const envelope = { actor: "server", match: MATCH, public: said, request: "r", seq, type };
    const canonical = Buffer.from(JSON.stringify(envelope));
    const digest = sha256(this.events.at(-1)?.digest ?? sha256("clio-record/1"), canonical);
    this.events.push({ seq: BigInt(seq), type, actor: "server", requestId: "r", canonical, digest, sealed: {} });
  }

  async stream() {
    const events = [...this.events];
    return (async function* () {
      yield { events, openings: [], caughtUp: true };
    })();
  }

  async call(_, request) {
    this.reveals.push(Buffer.from(request.entropy).toString("hex"));
    if (this.fails) throw new clio.ClioError(clio.Code.Unavailable, "", "The server does not answer.");
    this.beforeRecording();
    this.add("match.Ready", { entropy: this.reveals.at(-1), next: "cd".repeat(32), seat: 0 });
  }

  async ask(own) {
    try {
      await clio.readySeat(this, MATCH, own, async (secrets) => void Object.assign(own, secrets));
      return "";
    } catch (error) {
      return error.name;
    }
  }
}

function opened() {
  const operator = new Operator();
  operator.add("match.Opened", { seats: 2 });
  operator.add("match.Joined", { commitment, seat: 0 });
  return { operator, own: { seat: 0, token: "t", entropies: [MINE] } };
}

const join = (operator, byte = "ab") => operator.add("match.Joined", { commitment: byte.repeat(32), seat: 1 });
const rejoin = (operator) => {
  operator.add("match.Left", { seat: 1 });
  join(operator, "ef");
};
const results = {};

for (const name of ["free seat", "own round", "sent again", "sent in another round", "recorded in another round"]) {
  const { operator, own } = opened();
  if (name !== "free seat") join(operator);
  if (name === "recorded in another round") operator.beforeRecording = () => rejoin(operator);
  operator.fails = name.startsWith("sent");
  const said = [await operator.ask(own)];
  operator.fails = false;
  if (name === "sent in another round") rejoin(operator);
  if (name.startsWith("sent")) said.push(await operator.ask(own));
  results[name] = { said, reveals: operator.reveals.map((secret) => secret === MINE), kept: own.entropies.length };
}
console.log(JSON.stringify(results));
