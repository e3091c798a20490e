/** The hash chain of a match and the signed head at its end. */

import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

import { concat, equal, fromHex, toHex, utf8 } from "./bytes.js";
import { FORMAT } from "./limits.js";

export const GENESIS: Uint8Array = sha256(utf8(FORMAT));

export function link(digest: Uint8Array, event: Uint8Array): Uint8Array {
  return sha256(concat(digest, event));
}

/** What a server signs for a head. */
export function headMessage(match: string, seq: number, digest: Uint8Array): Uint8Array {
  return utf8(`clio-head/1${match}/${seq}/${toHex(digest)}`);
}

const P = 2n ** 255n - 19n;
const ORDER = ed25519.Point.Fn.ORDER;
const SMALL_ORDER = new Set<bigint>([
  0n,
  1n,
  P - 1n,
  littleEndian(fromHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", 32) as Uint8Array),
  littleEndian(fromHex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", 32) as Uint8Array),
]);

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes.slice().reverse())}`);
}

/**
 * Checks an Ed25519 signature strictly: no key of small order, no key or S out of range, the equation without cofactor.
 * The library's own `verify` multiplies by the cofactor, so the equation is written out here.
 */
export function signatureHolds(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== 32 || signature.length !== 64) return false;
  const y = littleEndian(key) & (2n ** 255n - 1n);
  const s = littleEndian(signature.subarray(32));
  if (y >= P || SMALL_ORDER.has(y) || s >= ORDER) return false;
  try {
    const point = ed25519.Point.fromBytes(key);
    const k = littleEndian(sha512(concat(signature.subarray(0, 32), key, message))) % ORDER;
    const right = ed25519.Point.BASE.multiplyUnsafe(s).subtract(point.multiplyUnsafe(k));
    return equal(right.toBytes(), signature.subarray(0, 32));
  } catch {
    return false; // The key is no point of the curve.
  }
}
