// Verifies what everyone can check of a record without the rules: the hash chain and the signature of the head.
// docs/record.md has all levels; `clio verify` and the TypeScript package `clio-referee` check them.

import { createHash, createPublicKey, verify } from "node:crypto";

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const ED25519_SPKI = Buffer.from("302a300506032b6570032100", "hex");

export const GENESIS = sha256("clio-record/1");
export const link = (digest, canonical) => sha256(digest, canonical);

/** The number of events of a record whose chain and head hold; throws where they do not. */
export function verifyRecord(content, signerKey) {
  const [header, ...lines] = content.toString("utf8").trimEnd().split("\n");
  const { match } = JSON.parse(header);
  const { head } = JSON.parse(lines.pop());
  let digest = GENESIS;
  for (const [index, line] of lines.entries()) {
    const canonical = line.slice(line.indexOf('"event":') + 8, line.lastIndexOf(',"openings":'));
    digest = link(digest, Buffer.from(canonical));
    if (JSON.parse(line).digest !== digest.toString("hex")) throw new Error(`event ${index + 1} does not fit the chain`);
  }
  if (head.seq !== lines.length || head.digest !== digest.toString("hex")) throw new Error("the head is not the end of the chain");
  if (head.key !== signerKey.toString("hex")) throw new Error("the head is signed by another key");
  const key = createPublicKey({ key: Buffer.concat([ED25519_SPKI, signerKey]), format: "der", type: "spki" });
  const signed = Buffer.from(`clio-head/1${match}/${head.seq}/${head.digest}`);
  if (!verify(null, signed, key, Buffer.from(head.signature, "hex"))) throw new Error("the signature of the head is false");
  return lines.length;
}
