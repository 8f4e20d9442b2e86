import { randomInt } from "node:crypto";
import { signaturesOfRing, signWithRing } from "@/lib/core/auth/server/key-ring";
import { plainCode, voucherCodeLength, voucherLetters } from "@/lib/shared/voucher-code";

export const sealPurpose = "voucher code";
const lookupPurpose = "voucher lookup";

/** The letters of a new code. */
export function newVoucherCode(): string {
  return Array.from(
    { length: voucherCodeLength },
    () => voucherLetters[randomInt(voucherLetters.length)],
  ).join("");
}

/**
 * The key to look a code up by. Codes are short, so plain hashes in a stolen database could be guessed by trying; this
 * one also needs the server's secret.
 */
export function hashVoucherCode(typed: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(signWithRing(lookupPurpose, plainCode(typed)));
}

/** The keys that a code may be stored under: vouchers from before a rotation of the secret have an earlier one. */
export function voucherCodeHashes(typed: string): Uint8Array<ArrayBuffer>[] {
  return signaturesOfRing(lookupPurpose, plainCode(typed)).map((hash) => new Uint8Array(hash));
}
