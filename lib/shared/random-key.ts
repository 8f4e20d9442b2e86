/**
 * 128 random bits in hex, for Idempotency-Key. randomUUID is missing on plain http, which families at home may well
 * use.
 */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
