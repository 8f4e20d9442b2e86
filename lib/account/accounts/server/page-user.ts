import { cache } from "react";
import type { UserDto } from "@/lib/account/accounts/schema";
import { getUser } from "@/lib/account/accounts/server/service";
import { getPageActor } from "@/lib/core/auth/server/page-actor";

/** The User of specification 3 for the page's providers; null for a visitor. */
export const getPageUser = cache(async (): Promise<UserDto | null> => {
  const actor = await getPageActor();
  return actor ? getUser(actor) : null;
});
