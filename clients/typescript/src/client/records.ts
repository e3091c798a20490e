/** Records of matches: exported as files, verified here. */

import { RecordService } from "../contract/clio/v1/record_service_pb.js";
import { concat } from "../record/bytes.js";
import { MAX_FILE_BYTES } from "../record/limits.js";
import { verifyRecord, type Report, type VerifyOptions } from "../record/verify.js";
import type { CallOptions, Connection } from "./connection.js";
import { ClioError, Code } from "./errors.js";

/** The bytes of a match's `.clio` file, as the caller may see it. */
export async function exportRecord(
  connection: Connection,
  matchId: string,
  options: CallOptions & { gzip?: boolean } = {},
): Promise<Uint8Array> {
  const { gzip = false, ...call } = options;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const { chunk } of await connection.stream(RecordService.method.exportRecord, { matchId, gzip }, call)) {
    length += chunk.length;
    if (length > MAX_FILE_BYTES) throw new ClioError(Code.OutOfRange, "RECORD_TOO_LARGE", "The record is too large.");
    chunks.push(chunk);
  }
  return concat(...chunks);
}

/** Exports a match and verifies levels 1 and 2 here, without trusting the server. */
export async function verifyMatch(
  connection: Connection,
  matchId: string,
  options: CallOptions & VerifyOptions = {},
): Promise<Report> {
  return verifyRecord(await exportRecord(connection, matchId, options), options);
}
