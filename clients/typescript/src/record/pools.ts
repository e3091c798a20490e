/** Pools: the fields that show what is shuffled. */

import { isInteger, isObject } from "./canonical.js";
import type { DrawTable } from "./draw-table.js";
import type { Envelope } from "./envelope.js";
import { require } from "./flaw.js";
import { MAX_POOL } from "./limits.js";

/** Checks the size of pools before anything is listed or shuffled. */
export function checkPools(event: Envelope, table: DrawTable | undefined): void {
  for (const [field, form] of table?.forms.get(event.type) ?? []) {
    if (form !== "pool") continue;
    require(!Object.hasOwn(event.sealed, field), `the pool ${field} is sealed`);
    const pool = Object.hasOwn(event.public, field) ? event.public[field] : undefined;
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
