/** Byte strings: hex, UTF-8 and concatenation. */

const encoder = new TextEncoder();
const HEX = /^[0-9a-f]*$/;

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

export function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** Lower-case hex of `length` bytes, or undefined for anything else. */
export function fromHex(value: unknown, length: number): Uint8Array | undefined {
  if (typeof value !== "string" || value.length !== 2 * length || !HEX.test(value)) return undefined;
  if (!Number.isInteger(length)) return undefined;
  const bytes = new Uint8Array(length);
  for (let place = 0; place < length; place++) bytes[place] = parseInt(value.slice(2 * place, 2 * place + 2), 16);
  return bytes;
}
