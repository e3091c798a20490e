/** Random values that a client makes itself, so that a lost answer loses nothing. */

/** A token of 256 random bits. */
export function newToken(): string {
  const text = btoa(String.fromCharCode(...randomBytes(32)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A unique request id. `crypto.randomUUID` exists in secure contexts only. */
export function newRequestId(): string {
  return [...randomBytes(16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}
