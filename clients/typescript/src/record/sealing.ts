/** Sealed fields: salts that follow from the server seed, and the commitments made with them. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

import { concat, utf8 } from "./bytes.js";
import { canonicalBytes, type JsonObject, type Value } from "./canonical.js";

export function saltKey(serverSeed: Uint8Array): Uint8Array {
  return hmac(sha256, serverSeed, utf8("clio-salt/1"));
}

export function salt(key: Uint8Array, seq: number, field: string): Uint8Array {
  return hmac(sha256, key, utf8(`${seq}/${field}`));
}

export function commitment(salted: Uint8Array, seq: number, field: string, value: Value): Uint8Array {
  return sha256(concat(salted, canonicalBytes({ field, seq, value } satisfies JsonObject)));
}
