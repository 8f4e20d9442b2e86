import { randomInt, randomUUID } from "node:crypto";
import { createOneTimeToken, hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { hashPassword } from "@/lib/core/auth/server/passwords";
import { databasePool, db, type Prisma } from "@/lib/db";
import { createMember, createPerson, testPassword } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

export const otherPassword = "lanterns in the meadow";

let testHash: Promise<string> | undefined;

/** Restores the tests' password for people whose password a call has changed or removed. */
export async function giveTestPassword(...userIds: string[]): Promise<void> {
  testHash ??= hashPassword(testPassword);
  // Thousands of tests end with it.
  await databasePool().query({
    name: "give-test-password",
    text: `UPDATE "User" SET "passwordHash" = $2, "passwordTemporary" = false
           WHERE id = ANY($1::uuid[]) AND ("passwordHash" IS DISTINCT FROM $2 OR "passwordTemporary")`,
    values: [userIds, await testHash],
  });
}

/** Someone with an open reset link. */
export async function resetToken(userId?: string): Promise<string> {
  const id = userId ?? (await createPerson()).userId;
  return (await createOneTimeToken({ kind: "passwordReset", userId: id, minutes: 30 })).token;
}

/** An open code for an account, as sent by SMS. */
export async function smsCode(
  userId: string,
  kind: "smsReset" | "confirmPhone" = "smsReset",
  detail: Prisma.InputJsonObject = {},
): Promise<string> {
  const id = randomUUID();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await db.oneTimeToken.create({
    data: {
      id,
      kind,
      userId,
      detail,
      tokenHash: hashSecret(`${id}:${code}`),
      expiresAt: new Date(Date.now() + 600_000),
    },
    select: { id: true },
  });
  return code;
}

export async function givePhone(userId: string): Promise<string> {
  const phoneNumber = `+4477${String(randomInt(100_000_000)).padStart(8, "0")}`;
  await db.user.update({
    where: { id: userId },
    data: { phoneNumber, phoneConfirmedAt: new Date() },
    select: { id: true },
  });
  return phoneNumber;
}

/** The calls about passwords, for the access matrix. */
export const passwordCalls: Record<string, SampleCall> = {
  "POST /api/auth/change-password": {
    request: () => ({
      path: "/api/auth/change-password",
      json: { currentPassword: testPassword, newPassword: otherPassword },
    }),
    status: 200,
  },
  "POST /api/auth/password": {
    prepare: async ({ userId }) => {
      await db.user.update({ where: { id: userId }, data: { passwordHash: null }, select: { id: true } });
      return "";
    },
    request: () => ({
      path: "/api/auth/password",
      json: { newPassword: otherPassword, confirmPassword: otherPassword },
    }),
    status: 200,
  },
  "POST /api/auth/forgot-password": {
    request: () => ({ path: "/api/auth/forgot-password", json: { email: "somebody@example.org" } }),
    status: 202,
  },
  "POST /api/auth/reset-password": {
    request: async () => ({
      path: "/api/auth/reset-password",
      json: { token: await resetToken(), newPassword: otherPassword },
    }),
    status: 200,
  },
  "POST /api/auth/sms-reset": {
    request: () => ({ path: "/api/auth/sms-reset", json: { phoneNumber: "+447700900123" } }),
    status: 202,
  },
  "POST /api/auth/sms-reset/verify": {
    request: async () => {
      const { userId } = await createPerson();
      const phoneNumber = await givePhone(userId);
      const json = { phoneNumber, code: await smsCode(userId), newPassword: otherPassword };
      return { path: "/api/auth/sms-reset/verify", json };
    },
    status: 200,
  },
  "POST /api/auth/child-password-reset": {
    request: () => ({ path: "/api/auth/child-password-reset", json: { username: "leo" } }),
    status: 202,
  },
  "POST /api/users/{id}/temporary-password": {
    target: async ({ familyId }) => (await createMember(familyId)).userId,
    request: (id) => ({ path: `/api/users/${encodeURIComponent(id)}/temporary-password` }),
    status: 200,
  },
};
