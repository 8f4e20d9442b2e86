import { z } from "zod";
import { configuredIdentityProviders } from "@/lib/account/accounts/server/identity-providers";
import { identityProviderSchema } from "@/lib/account/security/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Where people can sign in with an external account; empty when nothing is set up.",
  access: "public",
  answer: z.array(identityProviderSchema),
  handler: async () => configuredIdentityProviders(),
});
