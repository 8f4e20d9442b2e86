import { requireStrongPassword } from "@/lib/account/accounts/server/common-passwords";
import { hashPassword } from "@/lib/core/auth/server/passwords";

/**
 * The hash of a newly chosen password. Every call that sets one uses this.
 * @param field the input at fault when it is rejected
 * @param isKnown false at sign-up, which a stranger can request as often as they like
 * @throws AppError 400 for a password that is easy to guess, 503 when too many are waiting already
 */
export async function hashNewPassword(
  password: string,
  whose: { username?: string | null; email?: string | null },
  field = "password",
  isKnown = true,
): Promise<string> {
  await requireStrongPassword(password, whose, field);
  return hashPassword(password, isKnown);
}
