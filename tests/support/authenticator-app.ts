import { Secret, TOTP } from "otpauth";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { type Person, testPassword } from "@/tests/support/factories";

/** The code an authenticator app shows, or will show `steps` of 30 s later. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Starts setting up the app. @returns its secret */
export async function startSecondFactor(person: Person): Promise<string> {
  const { body, status } = await call<{ secret: string }>("POST", "/api/auth/second-factor", {
    cookie: person.cookie,
    json: { password: testPassword },
  });
  if (status !== 200) throw new Error(`No secret: ${status}`);
  return body.secret;
}

/** Turns the app on. */
export async function giveAuthenticator(
  person: Person,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await startSecondFactor(person);
  const { body, status } = await call<{ recoveryCodes: string[] }>(
    "POST",
    "/api/auth/second-factor/confirm",
    {
      cookie: person.cookie,
      json: { code: appCode(secret) },
    },
  );
  if (status !== 200) throw new Error(`Not confirmed: ${status}`);
  // This used up the current step's code; tests that sign in with it start over.
  await db.user.update({ where: { id: person.userId }, data: { totpLastStep: null }, select: { id: true } });
  return { secret, recoveryCodes: body.recoveryCodes };
}
