// Calls a server with an official Connect client and prints one line of JSON for each case.
import { readFileSync } from "node:fs";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import * as node from "@connectrpc/connect-node";
import * as web from "@connectrpc/connect-web";

const [kind, codec, url, contract, match, token, record] = process.argv.slice(2);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(contract)));
const base = { baseUrl: url, useBinaryFormat: codec === "proto" };
const nodeBase = { ...base, httpVersion: "1.1" };
const create = (more = {}) =>
  kind === "web" ? web.createConnectTransport({ ...base, ...more }) : node.createConnectTransport({ ...nodeBase, ...more });
const client = (service, more) => createClient(registry.getService(`clio.v1.${service}`), create(more));

const matches = client("MatchService");
const headers = { authorization: `Bearer ${token}` };

async function failure(run) {
  try {
    await run();
  } catch (error) {
    return ConnectError.from(error);
  }
  throw new Error("the call succeeded");
}

function expect(found, wanted) {
  if (found !== wanted) throw new Error(`${found} instead of ${wanted}`);
}

async function all(stream) {
  const found = [];
  for await (const message of stream) found.push(message);
  return found;
}

function reason(error) {
  const [info] = error.findDetails(registry.getMessage("google.rpc.ErrorInfo"));
  return info.reason;
}

const cases = {
  async unary() {
    const { match: found } = await matches.getMatch({ matchId: match });
    expect(found.matchId, match);
  },
  async "unary with a token"() {
    const { seq } = await matches.listLegalMoves({ matchId: match }, { headers });
    if (seq < 1n) throw new Error("no seq");
  },
  async "error with details"() {
    const error = await failure(() => matches.getMatch({ matchId: "nothing" }));
    expect(error.code, Code.NotFound);
    expect(reason(error), "MATCH_NOT_FOUND");
  },
  async "server stream"() {
    const parts = await all(client("RecordService").replayMatch({ matchId: match, withoutViews: true }));
    expect(parts[0].event.seq, 1n);
    parts.forEach((part, index) => expect(part.event.seq, BigInt(index + 1)));
  },
  async "error of a stream"() {
    const error = await failure(() => all(matches.watchMatch({ matchId: "nothing" })));
    expect(error.code, Code.NotFound);
    expect(reason(error), "MATCH_NOT_FOUND");
  },
  async "error in the middle of a stream"() {
    const error = await failure(() => all(matches.watchMatch({ matchId: match }, { timeoutMs: 400 })));
    expect(error.code, Code.DeadlineExceeded);
  },
  async "deadline of a call"() {
    // The client takes a timeout of 0 for none: the header says it.
    const now = { "connect-timeout-ms": "0" };
    const error = await failure(() => matches.getMatch({ matchId: match }, { headers: now }));
    expect(error.code, Code.DeadlineExceeded);
  },
  async cancellation() {
    const stop = new AbortController();
    const error = await failure(async () => {
      for await (const _ of matches.watchMatch({ matchId: match }, { signal: stop.signal })) stop.abort();
    });
    expect(error.code, Code.Canceled);
  },
  async compression() {
    const more = kind === "web" ? {} : { sendCompression: node.compressionGzip, compressMinBytes: 1 };
    const { game } = await client("GameService", more).getGame({ game: "akrotiri" });
    expect(game.game, "akrotiri");
    const parts = await all(client("RecordService", more).replayMatch({ matchId: match }));
    if (parts.length < 2) throw new Error("no events");
  },
  async "reads by GET"() {
    const seen = [];
    const fetch = (target, init) => (seen.push(init.method), globalThis.fetch(target, init));
    const more = kind === "web" ? { useHttpGet: true, fetch } : { useHttpGet: true };
    const { match: found } = await client("MatchService", more).getMatch({ matchId: match });
    expect(found.matchId, match);
    if (kind === "web") expect(seen.join(), "GET");
  },
  async "unknown codec"() {
    const type = { "content-type": "application/xml" };
    const found = await fetch(`${url}/clio.v1.MatchService/GetMatch`, { method: "POST", headers: type, body: "<x/>" });
    expect(found.status, 415);
    expect(found.headers.get("accept-post"), "application/proto, application/json");
  },
  async "client stream"() {
    const chunk = readFileSync(record);
    async function* parts() {
      yield { chunk: chunk.subarray(0, 1000), source: "elsewhere" };
      yield { chunk: chunk.subarray(1000) };
    }
    if (kind === "web") {
      // fetch cannot stream a request: one message instead.
      await client("ArchiveService").uploadRecord({ content: chunk, source: "elsewhere" });
      return;
    }
    const { record: found } = await client("ArchiveService").importRecord(parts());
    expect(found.source, "elsewhere");
  },
  async "stream in both directions"() {
    async function* none() {}
    const error = await failure(() => all(matches.playStream(none())));
    // connect-web refuses it itself, as fetch cannot do it.
    if (kind === "web") return;
    expect(error.code, Code.Unimplemented);
    expect(reason(error), "STREAM_NOT_OFFERED");
  },
};

for (const [name, run] of Object.entries(cases)) {
  try {
    await run();
    console.log(JSON.stringify({ name, ok: true }));
  } catch (error) {
    console.log(JSON.stringify({ name, ok: false, why: String(error) }));
  }
}
process.exit(0);
