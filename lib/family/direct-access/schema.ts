import { z } from "zod";

/** product.md, Direct access: the link works once, for 15 minutes. */
export const directAccessMinutes = 15;

export const createDirectAccessSchema = z.object({ userId: z.string().max(100) });

/** The only time the link leaves the server: the database only has its token's hash. */
export const directAccessLinkSchema = z.object({
  url: z.string(),
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
});
export type DirectAccessLinkDto = z.infer<typeof directAccessLinkSchema>;

export const redeemDirectAccessSchema = z.object({
  token: z.string().min(1, "The link is incomplete").max(200),
});

/** Someone a link can be created for. */
export interface DirectAccessPerson {
  userId: string;
  username: string;
  displayName: string;
  isChild: boolean;
}

/** The person a link signs in. */
export interface DirectAccessGreeting {
  displayName: string;
  username: string;
  familyName: string;
}
