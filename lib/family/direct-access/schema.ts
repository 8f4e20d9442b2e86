import { z } from "zod";

/** product.md, Direct access: the link works once, for 15 minutes. */
export const directAccessMinutes = 15;

export const createDirectAccessSchema = z.object({ userId: z.string().max(100) });

/** The link leaves the server this once: only its token's hash is kept. */
export const directAccessLinkSchema = z.object({
  url: z.string(),
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
});
export type DirectAccessLinkDto = z.infer<typeof directAccessLinkSchema>;

export const redeemDirectAccessSchema = z.object({
  token: z.string().min(1, "The link is incomplete").max(200),
});

/** Somebody a link can be made for. */
export interface DirectAccessPerson {
  userId: string;
  username: string;
  displayName: string;
  isChild: boolean;
}

/** Whom a link signs in. */
export interface DirectAccessGreeting {
  displayName: string;
  username: string;
  familyName: string;
}
