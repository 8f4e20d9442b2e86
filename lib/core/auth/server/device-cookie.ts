import { randomBytes } from "node:crypto";
import { isOneOf, plainSignaturesOfRing } from "@/lib/core/auth/server/key-ring";
import { hostCookieIn, hostSetCookie } from "@/lib/http/request-cookies";

// This cookie distinguishes a device that has signed in to an account before from a stranger's. It grants nothing: it
// only gives password guesses from there a separate allowance. It contains a random name for the device and, for each
// of its people, a signature of that name with theirs; who they are can't be read from it.

/** A family's tablet: this many people are remembered on one device. */
const maxPeople = 12;
const maxAgeSeconds = 400 * 86_400;
const cookiePattern = /^[\w-]{22}(\.[\w-]{22}){1,12}$/;

export interface KnownDevice {
  name: string;
  signatures: string[];
}

const cookieName = "keepsake-device";

/** With every key, the current one first. */
const signaturesOf = (name: string, userId: string): string[] =>
  plainSignaturesOfRing(`device ${name} ${userId}`).map((mac) => mac.subarray(0, 16).toString("base64url"));

/** The device named in a Cookie header; null for a new one. @param isSecure whether the request came over https */
export function deviceIn(cookieHeader: string | null | undefined, isSecure: boolean): KnownDevice | null {
  const value = hostCookieIn(cookieHeader, cookieName, isSecure);
  if (!value || !cookiePattern.test(value)) return null;
  const [name = "", ...signatures] = value.split(".");
  return { name, signatures };
}

/** Whether this person has signed in on the device before. */
export function isDeviceOf(device: KnownDevice, userId: string): boolean {
  const wanted = signaturesOf(device.name, userId).map((signature) => Buffer.from(signature));
  return device.signatures.some((signature) => isOneOf(Buffer.from(signature), wanted));
}

/** The Set-Cookie header's value once this person has signed in on the device. */
export function deviceSetCookie(device: KnownDevice | null, userId: string, isSecure: boolean): string {
  const name = device?.name ?? randomBytes(16).toString("base64url");
  const known = signaturesOf(name, userId);
  const [own = ""] = known;
  const others = device?.signatures.filter((signature) => !known.includes(signature)) ?? [];
  const value = [name, own, ...others.slice(0, maxPeople - 1)].join(".");
  return hostSetCookie(cookieName, value, { isSecure, maxAgeSeconds });
}
