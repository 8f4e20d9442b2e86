import { createHmac, hkdfSync, randomInt } from "node:crypto";
import { env } from "@/lib/env";
import { plainCode, voucherCodeLength, voucherLetters } from "@/lib/shared/voucher-code";

export const sealPurpose = "voucher code";

/** A new code's letters. */
export function newVoucherCode(): string {
  return Array.from(
    { length: voucherCodeLength },
    () => voucherLetters[randomInt(voucherLetters.length)],
  ).join("");
}

/**
 * Under what a code is looked up. A code is short, so that a plain hash in a stolen database could be tried out:
 * this one needs the server's secret as well.
 */
export function hashVoucherCode(typed: string): Uint8Array<ArrayBuffer> {
  const key = Buffer.from(hkdfSync("sha256", env.AUTH_SECRET, "", "keepsake voucher lookup", 32));
  return new Uint8Array(createHmac("sha256", key).update(plainCode(typed)).digest());
}
