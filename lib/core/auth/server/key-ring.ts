import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { parseKeyList, type SecretKey } from "@/lib/core/auth/server/key-list";
import { env } from "@/lib/env";

// Everything that is signed or encrypted with AUTH_SECRET goes through here, so the secret can be replaced without
// signing people out or losing sealed values: the first key writes, all of them read.

let ring: { value: string; keys: SecretKey[] } | undefined;
const derived = new Map<string, Buffer>();

/** The installation's keys, current one first. */
export function keyRing(): [SecretKey, ...SecretKey[]] {
  if (ring?.value !== env.AUTH_SECRET) {
    ring = { value: env.AUTH_SECRET, keys: parseKeyList(env.AUTH_SECRET) };
    derived.clear();
  }
  const [first, ...others] = ring.keys;
  return [first as SecretKey, ...others];
}

/** A key for a single purpose, so that what it signs is never valid for another. */
export function deriveKey({ secret }: SecretKey, purpose: string): Buffer {
  const name = `${purpose} ${secret}`;
  let key = derived.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secret, "", `keepsake ${purpose}`, 32));
    derived.set(name, key);
  }
  return key;
}

const mac = (key: Buffer | string, content: string | Uint8Array) =>
  createHmac("sha256", key).update(content).digest();

/** Signs with the current key. */
export function signWithRing(purpose: string, content: string | Uint8Array): Buffer {
  return mac(deriveKey(keyRing()[0], purpose), content);
}

/** Signatures from every key, for looking up a value and for comparing. */
export function signaturesOfRing(purpose: string, content: string | Uint8Array): Buffer[] {
  return keyRing().map((key) => mac(deriveKey(key, purpose), content));
}

/** Signatures made before purposes had keys of their own: the content names the purpose. */
export function plainSignaturesOfRing(content: string): Buffer[] {
  return keyRing().map(({ secret }) => mac(secret, content));
}

/** Whether a signature, or its first bytes, is one of these. */
export function isOneOf(given: Uint8Array, wanted: Uint8Array[]): boolean {
  return wanted.some((one) => one.length === given.length && timingSafeEqual(one, given));
}
