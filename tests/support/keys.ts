import { type KeyScope, keyScopes } from "@/lib/account/keys/schema";
import { newPersonalKey } from "@/lib/core/auth/server/personal-keys";
import { db } from "@/lib/db";
import { createFamily, type Person } from "@/tests/support/factories";

export interface StoredKey {
  id: string;
  key: string;
  /** For a request. */
  headers: { Authorization: string };
}

/** A personal key of someone, in their family; someone without one joins a new one for it. */
export async function storeKey(
  { userId, familyId }: Pick<Person, "userId" | "familyId">,
  { scopes = keyScopes, name = "NAS" }: { scopes?: readonly KeyScope[]; name?: string } = {},
): Promise<StoredKey> {
  const { key, ...stored } = newPersonalKey();
  const membership = { userId, familyId: familyId ?? (await createFamily()) };
  await db.membership.createMany({ data: [{ ...membership, role: "member" }], skipDuplicates: true });
  const { id } = await db.personalKey.create({
    data: { ...membership, name, scopes: [...scopes], ...stored },
    select: { id: true },
  });
  return { id, key, headers: { Authorization: `Bearer ${key}` } };
}
