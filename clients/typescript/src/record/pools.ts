/** Pools: the fields that show what is shuffled. */

import { isInteger, isObject } from "./canonical.js";
import type { DrawTable } from "./draw-table.js";
import type { Envelope } from "./envelope.js";
import { require } from "./flaw.js";
import { MAX_POOL } from "./limits.js";
import { message } from "./message.js";

/** Checks the size of pools before anything is listed or shuffled. */
export function checkPools(event: Envelope, table: DrawTable | undefined): void {
  for (const [field, form] of table?.forms.get(event.type) ?? []) {
    if (form !== "pool") continue;
    require(!Object.hasOwn(event.sealed, field), message`the pool ${{ field }} is sealed`);
    const pool = Object.hasOwn(event.public, field) ? event.public[field] : undefined;
    if (!isObject(pool)) continue;
    let sum = 0;
    for (const count of Object.values(pool)) {
      if (!isInteger(count)) continue;
      require(count >= 0, message`the pool ${{ field }} has a negative count`);
      sum += count;
      require(sum <= MAX_POOL, message`the pool ${{ field }} has more than ${{ limit: MAX_POOL }} components`);
    }
  }
}
