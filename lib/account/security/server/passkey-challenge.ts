export const challengeMinutes = 5;

/** The challenge is the 256 bits of a one-time token, so the browser's answer identifies it. */
export const challengeBytes = (token: string) => new Uint8Array(Buffer.from(token, "base64url"));

/** The challenge that a browser says it answered; empty if it names none. */
export function extractChallenge(clientDataJSON: string): string {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    const challenge = (read as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}
