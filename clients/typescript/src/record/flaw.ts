/** A contradiction between a record and its format; `seq` names the event, 0 the file as a whole. */
export class Flaw extends Error {
  override readonly name = "Flaw";

  constructor(
    message: string,
    readonly seq = 0,
  ) {
    super(message);
  }
}

/** Throws a flaw unless the condition holds. */
export function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Flaw(message);
}
