/** Pools: the fields that show what is shuffled. */

import { isInteger, isObject } from "./canonical.js";
import type { Envelope } from "./envelope.js";
import { require } from "./flaw.js";
import { MAX_POOL } from "./limits.js";

/** The pools of each event type, in every rules version. */
export const POOLS: Readonly<Record<string, readonly string[]>> = {
  "amphipolis.SiteOpened": ["pool"],
  "akros.BoardLaid": ["pool"],
  "akrotiri.TableLaid": ["tiles", "easy", "medium", "hard", "goals"],
  "akrotiri.TilesReshuffled": ["tiles"],
};

/** Checks the size of pools before anything is listed or shuffled. */
export function checkPools(event: Envelope): void {
  for (const field of Object.hasOwn(POOLS, event.type) ? (POOLS[event.type] as string[]) : []) {
    require(!(field in event.sealed), `the pool ${field} is sealed`);
    const pool = event.public[field];
    if (!isObject(pool)) continue;
    let sum = 0;
    for (const count of Object.values(pool)) {
      if (!isInteger(count)) continue;
      require(count >= 0, `the pool ${field} has a negative count`);
      sum += count;
      require(sum <= MAX_POOL, `the pool ${field} has more than ${MAX_POOL} components`);
    }
  }
}
