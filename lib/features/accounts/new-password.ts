import { hashPassword } from "@/lib/auth/passwords";
import { refuseWeakPassword } from "@/lib/features/accounts/common-passwords";

/**
 * The hash of a password that somebody chose. Every call that sets one comes through here.
 * @param field the input that is at fault when it is refused
 * @throws AppError 400 for a password that would be guessed first
 */
export async function hashNewPassword(
  password: string,
  whose: { username?: string | null; email?: string | null },
  field = "password",
): Promise<string> {
  await refuseWeakPassword(password, whose, field);
  return hashPassword(password);
}
