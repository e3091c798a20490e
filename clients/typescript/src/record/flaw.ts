import { inEnglish, type Message, toMessage } from "./message.js";

/** A contradiction between a record and its format; `seq` names the event, 0 the file as a whole. */
export class Flaw extends Error {
  override readonly name = "Flaw";
  readonly said: Message;

  constructor(
    said: string | Message,
    readonly seq = 0,
  ) {
    const message = toMessage(said);
    super(inEnglish(message));
    this.said = message;
  }
}

/** Throws a flaw unless the condition holds. */
export function require(condition: boolean, said: string | Message): asserts condition {
  if (!condition) throw new Flaw(said);
}
