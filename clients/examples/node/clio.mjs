// A small client of Clio for Node: calls with retries, errors with their reasons, watches that resume.

import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";

import { GENESIS, link } from "./record.mjs";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const SERVICES = ["game_service", "match_service", "record_service"];
const contract = loader.loadSync(
  [...SERVICES.map((name) => `clio/v1/${name}.proto`), "google/rpc/status.proto", "google/rpc/error_details.proto"],
  { includeDirs: [`${ROOT}proto`, `${ROOT}third_party`], keepCase: true, longs: Number, enums: String, defaults: true, oneofs: true },
);
const { clio } = grpc.loadPackageDefinition(contract);
const PASSING = new Set([grpc.status.UNAVAILABLE, grpc.status.DEADLINE_EXCEEDED, grpc.status.CANCELLED]);
const MAX_FAILURES = 30;
const DEADLINE = 10_000;

/** A token of our own: with it a call can be repeated, and a lost answer loses no seat. */
export const newToken = () => randomBytes(32).toString("base64url");
export const newRequestId = () => randomUUID();

/** The `google.rpc.ErrorInfo` of a failed call; undefined where the failure is gRPC's own. */
export function errorInfo(error) {
  const [raw] = error.metadata?.get("grpc-status-details-bin") ?? [];
  const { details } = raw ? contract["google.rpc.Status"].deserialize(raw) : { details: [] };
  const info = details.find((detail) => detail.type_url.endsWith("/google.rpc.ErrorInfo"));
  return info && contract["google.rpc.ErrorInfo"].deserialize(info.value);
}

export class Clio {
  constructor(address) {
    const options = {
      "grpc.keepalive_time_ms": 20_000,
      "grpc.keepalive_timeout_ms": 10_000,
      "grpc.max_reconnect_backoff_ms": 1_000,
    };
    const stub = (name) => new clio.v1[name](address, grpc.credentials.createInsecure(), options);
    this.games = stub("GameService");
    this.matches = stub("MatchService");
    this.records = stub("RecordService");
    this.retries = 0;
  }

  close() {
    for (const stub of [this.games, this.matches, this.records]) stub.close();
  }

  /** A call with one answer. Passing failures are repeated as they are: the request id makes that safe. */
  async call(stub, method, request, token) {
    for (let failures = 0; ; failures += 1) {
      try {
        return await new Promise((resolve, reject) => {
          const deadline = Date.now() + DEADLINE;
          stub[method](request, metadata(token), { deadline }, (error, answer) => (error ? reject(error) : resolve(answer)));
        });
      } catch (error) {
        if (!PASSING.has(error.code) || failures >= MAX_FAILURES) throw error;
        this.retries += 1;
        await sleep(Math.min(100 * 2 ** failures, 1_000));
      }
    }
  }

  /**
   * Watches a match with views, from its first event to its end, across lost connections: each event once, in order,
   * checked against the hash chain. `resumed` is called for every connection after the first.
   */
  async *watch(matchId, token, resumed = () => {}) {
    let seq = 0;
    let digest = GENESIS;
    for (let failures = 0; failures < MAX_FAILURES; ) {
      const request = { match_id: matchId, after_seq: seq, after_digest: digest, views: true };
      const stream = this.matches.WatchMatch(request, metadata(token));
      try {
        for await (const part of stream) {
          failures = 0;
          for (const event of part.events) {
            if (event.seq !== seq + 1) throw new Error(`event ${seq + 1} is missing`);
            digest = link(digest, event.canonical);
            if (!digest.equals(event.digest)) throw new Error(`event ${event.seq} does not fit the chain`);
            seq = event.seq;
          }
          yield part;
        }
        return;
      } catch (error) {
        if (!PASSING.has(error.code) && error.code !== grpc.status.UNKNOWN && error.code !== grpc.status.INTERNAL) throw error;
        failures += 1;
        await sleep(Math.min(100 * 2 ** failures, 1_000));
        resumed();
      } finally {
        stream.cancel();
      }
    }
    throw new Error("the server does not come back");
  }

  /** The record of a match as the bytes of a `.clio` file. */
  async export(matchId) {
    const chunks = [];
    for await (const part of this.records.ExportRecord({ match_id: matchId }, metadata())) chunks.push(part.chunk);
    return Buffer.concat(chunks);
  }
}

function metadata(token) {
  const sent = new grpc.Metadata();
  if (token) sent.set("authorization", `Bearer ${token}`);
  return sent;
}
