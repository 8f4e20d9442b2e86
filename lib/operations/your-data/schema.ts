import { z } from "zod";
import { textSchema } from "@/lib/shared/text";

/** The password; for an account without one the user name. */
export const deleteAccountSchema = z.object({
  password: textSchema(200).optional(),
  username: textSchema(200).optional(),
});
export type DeleteAccountInput = z.infer<typeof deleteAccountSchema>;

/**
 * What becomes of a family when this account goes: it stays, it goes too since nobody else is in it, or it keeps the
 * account from going, since it would be left without an owner.
 */
export const familyFates = ["stays", "goes", "needsOwner"] as const;

export interface AccountDeletionPlan {
  families: { id: string; name: string; fate: (typeof familyFates)[number] }[];
}
