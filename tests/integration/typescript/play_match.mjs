// Plays a match with the built TypeScript client, watches it, verifies its record, and prints what it found as one JSON line.
// Arguments: the client's dist folder, the address of the HTTP API, the game. Prints "moves N" on stderr as it plays.

import { pathToFileURL } from "node:url";

const [dist, baseUrl, game] = process.argv.slice(2);
const clio = await import(`${pathToFileURL(dist)}/index.js`);
const { MatchService } = await import(`${pathToFileURL(dist)}/contract/clio/v1/match_service_pb.js`);

const retries = { attempts: 60, firstMs: 50, maxMs: 500, patienceMs: 10_000 };
const server = new clio.Connection({ baseUrl, retries });
const { match } = await clio.openMatch(server, { game, seats: 2 });
const seats = [];
for (const name of ["Ann", "Bob"]) seats.push(await clio.joinMatch(server, { matchId: match.matchId, name }));
for (const { seat, seatToken: token, entropies } of seats) await clio.readySeat(server, match.matchId, { seat, token, entropies });

const watched = { seqs: [], views: 0, openings: 0, away: 0 };
const watching = (async () => {
  const options = { views: true, retries, onConnection: (there) => (watched.away += there ? 0 : 1) };
  for await (const sighting of clio.watchMatch(server, match.matchId, options)) {
    if (sighting.kind === "event") watched.seqs.push(Number(sighting.event.seq));
    if (sighting.kind === "view") watched.views += 1;
    if (sighting.kind === "opening") watched.openings += 1;
  }
})();

/** A move that no game knows, from the seat whose turn it is. */
async function nonsense(token) {
  try {
    await clio.playMove(server, match.matchId, "nonsense", { token });
  } catch (error) {
    return { type: error.name, reason: error.reason, rule: error.rule ?? null };
  }
  return {};
}

let refused;
const acknowledged = [];
for (let over = false; !over; ) {
  const before = acknowledged.length;
  for (const { seatToken: token } of seats) {
    const { moves, seq } = await server.call(MatchService.method.listLegalMoves, { matchId: match.matchId }, { token });
    if (moves.length === 0) continue;
    refused ??= await nonsense(token);
    const played = await clio.playMove(server, match.matchId, moves[acknowledged.length % moves.length], { token, expectedSeq: seq });
    acknowledged.push({ first: Number(played.firstSeq), last: Number(played.seq) });
    process.stderr.write(`moves ${acknowledged.length}\n`);
    over = played.toMove.length === 0;
  }
  if (acknowledged.length === before) throw new Error(`no seat has a move after ${before} moves`);
}
await watching;
const report = await clio.verifyMatch(server, match.matchId);
process.stdout.write(`${JSON.stringify({ match: match.matchId, refused, acknowledged, watched, report })}\n`);
