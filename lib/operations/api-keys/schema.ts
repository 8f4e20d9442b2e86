import { z } from "zod";
import { lineSchema } from "@/lib/shared/text";

/** What a key gives access to. Never more than reading. */
const apiKeyScopes = ["reports:read"] as const;

export const createApiKeySchema = z.object({
  name: lineSchema(80, "Please give the key a name"),
  scope: z.enum(apiKeyScopes, { error: "Please choose one of the offered scopes" }).default(apiKeyScopes[0]),
});
export type CreateApiKeyInput = z.infer<typeof createApiKeySchema>;

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.string(),
  /** The first characters of the key. */
  hint: z.string(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiKeyDto = z.infer<typeof apiKeySchema>;

/** The only time that the key itself is shown. */
export const newApiKeySchema = apiKeySchema.extend({ key: z.string() });
export type NewApiKeyDto = z.infer<typeof newApiKeySchema>;
