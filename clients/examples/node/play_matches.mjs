// Plays a match of each game against itself, watches it with views, and verifies its record.
//
//     npm ci && node play_matches.mjs 127.0.0.1:50051 [folder for the records]
//
// Stop and start the server meanwhile: moves are repeated and the watch resumes.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { Clio, errorInfo, newRequestId, newToken } from "./clio.mjs";
import { verifyRecord } from "./record.mjs";

const [address = "127.0.0.1:50051", folder = "."] = process.argv.slice(2);
const clio = new Clio(address);

async function playMatch(game) {
  const opening = { game, seats: 2, request_id: newRequestId(), host_token: newToken() };
  const { match } = await clio.call(clio.matches, "OpenMatch", opening);
  const tokens = [newToken(), newToken()];
  for (const [seat, seat_token] of tokens.entries()) {
    const join = { match_id: match.match_id, seat, name: `Node ${seat}`, entropy: Buffer.from(newToken()), request_id: newRequestId(), seat_token };
    await clio.call(clio.matches, "JoinMatch", join);
  }
  const watching = watch(match.match_id, tokens[0]);
  const moves = await playMoves(match.match_id, tokens);
  return { game, match_id: match.match_id, moves, ...(await watching), ...(await check(match.match_id)) };
}

async function playMoves(matchId, tokens) {
  let made = 0;
  for (let random = 1; ; ) {
    const { match } = await clio.call(clio.matches, "GetMatch", { match_id: matchId });
    if (match.status !== "MATCH_STATUS_PLAYING") return made;
    const token = tokens[match.to_move[0]];
    const { moves, seq } = await clio.call(clio.matches, "ListLegalMoves", { match_id: matchId }, token);
    random = (random * 48271) % 2147483647;
    const move = { match_id: matchId, move: { notation: moves[random % moves.length].notation }, expected_seq: seq, request_id: newRequestId() };
    await clio.call(clio.matches, "PlayMove", move, token);
    made += 1;
    if (made % 10 === 0) console.log(JSON.stringify({ playing: matchId, moves: made }));
  }
}

async function watch(matchId, token) {
  const seen = { events: 0, views: 0, last_view: 0, resumed: 0 };
  for await (const part of clio.watch(matchId, token, () => (seen.resumed += 1))) {
    seen.events += part.events.length;
    if (part.view) {
      seen.views += 1;
      seen.last_view = part.view.match.seq;
    }
  }
  return seen;
}

async function check(matchId) {
  const { keys } = await clio.call(clio.records, "ListHeadKeys", {});
  const record = await clio.export(matchId);
  writeFileSync(join(folder, `${matchId}.clio`), record);
  return { verified: verifyRecord(record, keys[0].signer_key) };
}

const { games } = await clio.call(clio.games, "ListGames", {});
try {
  await clio.call(clio.matches, "OpenMatch", { game: "chess" });
} catch (error) {
  console.log(JSON.stringify({ refused: errorInfo(error).reason, message: error.details }));
}
for (const { game } of games) console.log(JSON.stringify({ finished: await playMatch(game) }));
console.log(JSON.stringify({ retries: clio.retries }));
clio.close();
