import { Secret, TOTP } from "otpauth";

/** The code an authenticator app shows for a key as written on the page; `steps` of 30 s later. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });
}
