/** Chance: everything drawn follows from the server's committed seed and the entropy of all seats. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

import { concat, utf8 } from "./bytes.js";

/** How many components of each id a pool holds. */
export type Pool = ReadonlyMap<string, number>;

export function seedCommitment(match: string, serverSeed: Uint8Array): Uint8Array {
  return sha256(concat(utf8("clio-seed/1"), utf8(match), serverSeed));
}

export function matchSeed(match: string, serverSeed: Uint8Array, entropies: readonly Uint8Array[]): Uint8Array {
  const parts = entropies.flatMap((entropy) => [Uint8Array.of(entropy.length), entropy]);
  return hmac(sha256, serverSeed, concat(utf8("clio-match/1"), utf8(match), ...parts));
}

/** The stream of a label: 8-byte big-endian words. */
export function* words(seed: Uint8Array, label: string): Generator<bigint, never> {
  for (let block = 0; ; block++) {
    const bytes = hmac(sha256, seed, utf8(`${label}/${block}`));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let place = 0; place < 32; place += 8) yield view.getBigUint64(place);
  }
}

/** A number from 0 to bound - 1, without bias. */
export function below(stream: Generator<bigint, never>, bound: bigint): bigint {
  const limit = (2n ** 64n / bound) * bound;
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % bound;
  }
}

export function draw(seed: Uint8Array, label: string, bound: number): number {
  return Number(below(words(seed, label), BigInt(bound)));
}

export function shuffle(seed: Uint8Array, label: string, pool: Pool): string[] {
  const items = [...pool.keys()].sort().flatMap((id) => Array<string>(pool.get(id) as number).fill(id));
  const stream = words(seed, label);
  for (let place = items.length - 1; place > 0; place--) {
    const other = Number(below(stream, BigInt(place + 1)));
    [items[place], items[other]] = [items[other] as string, items[place] as string];
  }
  return items;
}

/** The order in a fork: what its history has drawn, then the rest of the pool, shuffled. */
export function forkOrder(seed: Uint8Array, label: string, pool: Pool, settled: readonly string[]): string[] {
  return [...settled, ...shuffle(seed, label, without(pool, settled) ?? new Map())];
}

/** The pool less these components; undefined if it does not hold them. */
export function without(pool: Pool, taken: readonly string[]): Map<string, number> | undefined {
  const left = new Map(pool);
  for (const id of taken) {
    const count = left.get(id) ?? 0;
    if (count < 1) return undefined;
    left.set(id, count - 1);
  }
  return left;
}
