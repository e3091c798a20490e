/** Up to which event one has looked at each match, in this browser. */

const STORED = "clio-looked";
/** Matches that are remembered, the last ones. */
const KEPT = 60;

function read(): Record<string, number> {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, number>;
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** The last event that was shown of a match; 0 if none was. */
export function lookedAt(match: string): number {
  const seq = read()[match];
  return Number.isSafeInteger(seq) ? (seq as number) : 0;
}

export function markLooked(match: string, seq: number): void {
  const { [match]: _, ...others } = read();
  const kept = Object.entries(others).slice(1 - KEPT);
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries([...kept, [match, seq]])));
  } catch {
    // A full storage forgets: everything is new then.
  }
}
