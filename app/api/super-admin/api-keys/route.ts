import { z } from "zod";
import { route } from "@/lib/http/route";
import { apiKeySchema, createApiKeySchema, newApiKeySchema } from "@/lib/operations/api-keys/schema";
import { createApiKey, listApiKeys } from "@/lib/operations/api-keys/server/service";

export const GET = route({
  summary: "The API keys that work, without the keys themselves.",
  access: "superAdmin",
  answer: z.array(apiKeySchema),
  handler: () => listApiKeys(),
});

export const POST = route({
  summary: "Creates a key for read-only reports. It is shown in this answer and never again.",
  access: "superAdmin",
  body: createApiKeySchema,
  answer: newApiKeySchema,
  status: 201,
  handler: ({ actor, body }) => createApiKey(actor, body),
});
