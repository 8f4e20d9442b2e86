import { z } from "zod";
import { textSchema } from "@/lib/shared/text";

/** The password or, for an account without one, the username. */
export const deleteAccountSchema = z.object({
  password: textSchema(200).optional(),
  username: textSchema(200).optional(),
});
export type DeleteAccountInput = z.infer<typeof deleteAccountSchema>;

/**
 * What happens to a family when this account is deleted: it stays, it is deleted too because nobody else is in it, or
 * it prevents the deletion because it would be left without an owner. If nobody else in it can become its owner, the
 * family has to be deleted first.
 */
export const familyFates = ["stays", "goes", "needsOwner", "needsDeletion"] as const;

export interface AccountDeletionPlan {
  families: { id: string; name: string; fate: (typeof familyFates)[number] }[];
}
