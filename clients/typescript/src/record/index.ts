/** Levels 1 and 2 of verification, for browsers and Node. */

export { canonicalBytes, parseCanonical, type JsonObject, type Value } from "./canonical.js";
export { GENESIS, headMessage, link, signatureHolds } from "./chain.js";
export { below, forkOrder, matchSeed, seedCommitment, shuffle, words, type Pool } from "./chance.js";
export type { Shuffle } from "./draws.js";
export { Flaw } from "./flaw.js";
export type { Head, Header, Note } from "./integrity.js";
export type { ForkPoint } from "./match-events.js";
export type { Message, Param } from "./message.js";
export { commitment, salt, saltKey } from "./sealing.js";
export type { Level, Verdict } from "./verdict.js";
export { verifyRecord, verifySource, type ChanceFacts, type Report, type VerifyOptions } from "./verify.js";
