import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";

// A device that has signed in to an account before is told from a stranger's by this cookie. It opens nothing: it
// only gives guesses from there an allowance of their own. It holds a random name of the device and, for each of its
// people, a signature of that name with theirs; who they are can't be read from it.

/** A family's tablet: so many people are remembered on one device. */
const maxPeople = 12;
const maxAgeSeconds = 400 * 86_400;
const cookiePattern = /^[\w-]{22}(\.[\w-]{22}){1,12}$/;

export interface KnownDevice {
  name: string;
  signatures: string[];
}

export const deviceCookieName = (isSecure: boolean) =>
  isSecure ? "__Host-keepsake-device" : "keepsake-device";

function sign(name: string, userId: string): string {
  const mac = createHmac("sha256", env.AUTH_SECRET).update(`device ${name} ${userId}`).digest();
  return mac.subarray(0, 16).toString("base64url");
}

/** The device that a Cookie header tells of; null for a new one. */
export function deviceIn(cookieHeader: string | null | undefined): KnownDevice | null {
  for (const pair of (cookieHeader ?? "").split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (name !== deviceCookieName(true) && name !== deviceCookieName(false)) continue;
    const value = pair.slice(at + 1).trim();
    if (!cookiePattern.test(value)) continue;
    const [device = "", ...signatures] = value.split(".");
    return { name: device, signatures };
  }
  return null;
}

/** Whether this person has signed in on the device before. */
export function isDeviceOf(device: KnownDevice, userId: string): boolean {
  const wanted = Buffer.from(sign(device.name, userId));
  return device.signatures.some((signature) => timingSafeEqual(Buffer.from(signature), wanted));
}

/** The Set-Cookie header's value after this person signed in on the device. */
export function deviceSetCookie(device: KnownDevice | null, userId: string, isSecure: boolean): string {
  const name = device?.name ?? randomBytes(16).toString("base64url");
  const own = sign(name, userId);
  const others = device?.signatures.filter((signature) => signature !== own) ?? [];
  const value = [name, own, ...others.slice(0, maxPeople - 1)].join(".");
  const parts = [`${deviceCookieName(isSecure)}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  parts.push(`Max-Age=${maxAgeSeconds}`);
  if (isSecure) parts.push("Secure");
  return parts.join("; ");
}
