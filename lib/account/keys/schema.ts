import { z } from "zod";
import { proofSchema } from "@/lib/account/security/schema";
import { lineSchema } from "@/lib/shared/text";

/** What a key can be used for (decision 62). */
export const keyScopes = ["read", "upload", "comment", "manage"] as const;
export type KeyScope = (typeof keyScopes)[number];

export const maxKeys = 20;

export const createKeySchema = proofSchema.extend({
  name: lineSchema(60, "Please give the key a name"),
  scopes: z
    .array(z.enum(keyScopes, { error: `Scopes are ${keyScopes.join(", ")}` }))
    .min(1, "Please choose what the key can do")
    .transform((scopes) => keyScopes.filter((scope) => scopes.includes(scope))),
  /** One of the person's families; by default the current one. */
  familyId: z.string().optional(),
});
export type CreateKeyInput = z.infer<typeof createKeySchema>;

const keyFamilySchema = z.object({ id: z.string(), name: z.string() });

export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the key. */
  hint: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  family: keyFamilySchema,
  createdAt: z.string(),
  /** A day, in UTC. */
  lastUsedOn: z.string().nullable(),
  /** 192.0.2.0/24 or 2001:db8:7::/48. */
  lastNetwork: z.string().nullable(),
});
export type KeyDto = z.infer<typeof keySchema>;

export const ownKeysSchema = z.object({
  keys: z.array(keySchema),
  /** The families that a key can be made for. */
  families: z.array(keyFamilySchema),
});
export type OwnKeysDto = z.infer<typeof ownKeysSchema>;

/** The only time that the key itself is shown. */
export const newKeySchema = keySchema.extend({ key: z.string() });
export type NewKeyDto = z.infer<typeof newKeySchema>;

/** What a program can learn about the key it uses. */
export const usedKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  username: z.string(),
  role: z.enum(["owner", "admin", "member"]),
  family: keyFamilySchema,
  /** The album's first year. */
  firstYear: z.number(),
});
export type UsedKeyDto = z.infer<typeof usedKeySchema>;
