// Answers questions about records, one JSON line each, with the built TypeScript client whose folder is the argument.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const verify = await import(`${pathToFileURL(process.argv[2])}/record/index.js`);
const bytes = (hex) => new Uint8Array(Buffer.from(hex, "hex"));
const hex = (found) => Buffer.from(found).toString("hex");
const pool = (counts) => new Map(Object.entries(counts));

const CALLS = {
  canonical: (value) => hex(verify.canonicalBytes(value)),
  parsed: (line) => verify.parseCanonical(bytes(line)).value,
  chain: (events) => {
    const digests = [verify.GENESIS];
    for (const event of events) digests.push(verify.link(digests.at(-1), bytes(event)));
    return digests.map(hex);
  },
  headMessage: (match, seq, digest) => hex(verify.headMessage(match, seq, bytes(digest))),
  signature: (key, message, signature) => verify.signatureHolds(bytes(key), bytes(message), bytes(signature)),
  sealing: (seed, seq, field, value) => {
    const salt = verify.salt(verify.saltKey(bytes(seed)), seq, field);
    return [hex(salt), hex(verify.commitment(salt, seq, field, value))];
  },
  seedCommitment: (match, seed) => hex(verify.seedCommitment(match, bytes(seed))),
  matchSeed: (match, seed, entropies) => hex(verify.matchSeed(match, bytes(seed), entropies.map(bytes))),
  words: (seed, label, count) => {
    const stream = verify.words(bytes(seed), label);
    return Array.from({ length: count }, () => String(stream.next().value));
  },
  below: (seed, label, bound) => String(verify.below(verify.words(bytes(seed), label), BigInt(bound))),
  shuffle: (seed, label, counts) => verify.shuffle(bytes(seed), label, pool(counts)),
  peakMib: () => process.resourceUsage().maxRSS / 1024,
  forkOrder: (seed, label, counts, settled) => verify.forkOrder(bytes(seed), label, pool(counts), settled),
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}

function answer({ call, arguments: given, path, key, origin }) {
  try {
    if (call) return { result: CALLS[call](...given) };
    const options = { ...(key && { key }), ...(origin && { origin: readFileSync(origin) }) };
    return { result: verify.verifyRecord(readFileSync(path), options) };
  } catch (error) {
    return { error: String(error.stack) };
  }
}
