import { randomBytes } from "node:crypto";
import { hashSecret, newSecret } from "@/lib/core/auth/server/one-time-tokens";
import { db, type Prisma } from "@/lib/db";
import type { FamilyPerson } from "@/tests/support/factories";

export interface StoredInvitation {
  id: string;
  code: string;
  username: string;
  email: string;
}

/** An unused name and address. */
export function newcomer(): { username: string; email: string } {
  const username = `guest-${randomBytes(5).toString("hex")}`;
  return { username, email: `${username}@example.org` };
}

/** An open invitation to this person's family, regardless of the plan's limit. */
export async function storeInvitation(
  inviter: FamilyPerson,
  values: Partial<Omit<Prisma.InvitationCreateManyInput, "codeHash" | "familyId">> = {},
): Promise<StoredInvitation> {
  const code = newSecret();
  const kept = await db.invitation.create({
    data: {
      ...newcomer(),
      familyId: inviter.familyId,
      invitedById: inviter.userId,
      codeHash: hashSecret(code),
      expiresAt: new Date(Date.now() + 7 * 86_400_000),
      ...values,
    },
    select: { id: true, username: true, email: true },
  });
  return { ...kept, code };
}
