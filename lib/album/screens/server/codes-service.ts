import { randomInt } from "node:crypto";
import {
  type ScreenCodeDto,
  type ScreenDevice,
  screenCodeLength,
  screenCodeMinutes,
} from "@/lib/album/screens/schema";
import { signWithRing } from "@/lib/core/auth/server/key-ring";
import {
  consumeOneTimeToken,
  createOneTimeToken,
  hashSecret,
  newSecret,
} from "@/lib/core/auth/server/one-time-tokens";
import type { Prisma } from "@/lib/db";
import { voucherLetters } from "@/lib/shared/voucher-code";

/** Identifies a device that shows a code. */
interface PairedDevice {
  device: ScreenDevice;
  secretHash: Uint8Array<ArrayBuffer>;
}

/**
 * The token for a code. Codes are short, so plain hashes in a stolen database could be brute-forced; this one also
 * needs the server's secret.
 */
const tokenOf = (code: string) => signWithRing("screen code", code).toString("base64url");

/** A code for a TV or frame to show, and the secret that it keeps. */
export async function createScreenCode(
  device: ScreenDevice,
): Promise<{ shown: ScreenCodeDto; secret: string }> {
  const letters = Array.from(
    { length: screenCodeLength },
    () => voucherLetters[randomInt(voucherLetters.length)],
  );
  const code = letters.join("");
  const secret = newSecret();
  const { expiresAt } = await createOneTimeToken({
    kind: "screenCode",
    userId: null,
    detail: { device, secretHash: Buffer.from(hashSecret(secret)).toString("base64url") },
    minutes: screenCodeMinutes,
    token: tokenOf(code),
  });
  return { shown: { code, expiresAt: expiresAt.toISOString() }, secret };
}

/** Uses up a code. @returns null for an unknown, used or expired one */
export async function consumeScreenCode(
  code: string,
  client: Prisma.TransactionClient,
): Promise<PairedDevice | null> {
  const token = await consumeOneTimeToken("screenCode", tokenOf(code), client);
  if (!token) return null;
  const { device, secretHash } = token.detail as { device: ScreenDevice; secretHash: string };
  return { device, secretHash: new Uint8Array(Buffer.from(secretHash, "base64url")) };
}
