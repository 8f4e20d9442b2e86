import type { z } from "zod";
import { organizationSignupSchema } from "@/lib/account/accounts/schema";
import { lineSchema } from "@/lib/shared/text";

/** Part of the address that `npm start` prints; after a #, so that no server log or Referer contains it. */
export const setupCodeKey = "code";

export const firstRunSchema = organizationSignupSchema.extend({
  code: lineSchema(100, "The setup code is required"),
});
export type FirstRunInput = z.infer<typeof firstRunSchema>;
