/** The client of Clio. */

export { Connection, type CallOptions, type ConnectionOptions } from "./client/connection.js";
export { ClioError, Code, HistoryError, toClioError } from "./client/errors.js";
export { HistoryCheck } from "./client/history-check.js";
export { forkMatch, joinMatch, leaveMatch, openMatch, playMove, rematchMatch, resignMatch, type JoinedSeat, type PlayOptions } from "./client/matches.js";
export { readySeat, type SeatSecrets, type Sent } from "./client/readiness.js";
export { exportRecord, verifyMatch } from "./client/records.js";
export { DEFAULT_RETRIES, type RetryPolicy } from "./client/retry.js";
export { newRequestId, newToken } from "./client/secrets.js";
export { watchMatch, type Sighting, type StreamSlot, type WatchOptions } from "./client/watcher.js";
export * from "./record/index.js";
