import { randomInt } from "node:crypto";
import { signaturesOfRing, signWithRing } from "@/lib/core/auth/server/key-ring";
import { plainCode, voucherCodeLength, voucherLetters } from "@/lib/shared/voucher-code";

export const sealPurpose = "voucher code";
const lookupPurpose = "voucher lookup";

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
  return new Uint8Array(signWithRing(lookupPurpose, plainCode(typed)));
}

/** Under what a code may be stored: vouchers made before the secret was rotated have an earlier key's. */
export function voucherCodeHashes(typed: string): Uint8Array<ArrayBuffer>[] {
  return signaturesOfRing(lookupPurpose, plainCode(typed)).map((hash) => new Uint8Array(hash));
}
