import { minPasswordLength } from "@/lib/account/accounts/schema";
import { env } from "@/lib/env";
import { badInput } from "@/lib/http/errors";

/** quality.md, Passwords: this many of the most common passwords are rejected. */
const refusedCount = 3000;

let common: Promise<Set<string>> | undefined;

/** Loaded when the first password is set: the package has 49,000, most common first. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const listed = dictionary["passwords-common"] as readonly (string | number)[];
  const longEnough = listed.map(String).filter((password) => password.length >= minPasswordLength);
  return new Set(longEnough.slice(0, refusedCount).map((password) => password.toLowerCase()));
}

/** Whether this is one of the most common passwords, in upper or lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommon();
  return (await common).has(password.trim().toLowerCase());
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Rejects a new password that is easy to guess. Server only: the list doesn't belong in a browser.
 * @param whose the account's own names, which are not acceptable as passwords either
 * @param field the input that is at fault
 * @throws AppError 400
 */
export async function requireStrongPassword(
  password: string,
  whose: { username?: string | null; email?: string | null } = {},
  field = "password",
): Promise<void> {
  if (await isCommonPassword(password)) {
    throw badInput(field, "That password is too common, so it's easy to guess. Please choose another.");
  }
  const letters = lettersOf(password);
  const names = [whose.username, whose.email, whose.email?.split("@")[0]];
  if (names.some((name) => name && letters !== "" && lettersOf(name) === letters)) {
    throw badInput(field, "That password is your own name, so it's easy to guess. Please choose another.");
  }
  if (lettersOf(env.APP_NAME) === letters) {
    throw badInput(
      field,
      `That password is the name of this album, so it's easy to guess. Please choose another.`,
    );
  }
}
