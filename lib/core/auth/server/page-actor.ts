import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { type Actor, isMember, type MemberActor } from "@/lib/core/auth/server/actor";
import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import { isSecureRequest } from "@/lib/http/same-origin";

/** Who is viewing this page; null for a visitor. */
export const getPageActor = cache(async (): Promise<Actor | null> => {
  // The raw header: Next's own list of cookies no longer shows that one was sent twice.
  const sent = await headers();
  return actorFromCookies(sent.get("cookie"), isSecureRequest({ headers: sent }));
});

/** Someone signed in, with or without a family. Visitors are sent to the welcome page, super admins home. */
export async function requirePageUser(): Promise<Actor> {
  const actor = await getPageActor();
  if (!actor) redirect("/welcome");
  if (actor.isSuperAdmin) redirect("/super-admin");
  return actor;
}

/** Someone with a family. Others are sent home, where one can be created or joined. */
export async function requirePageActor(): Promise<MemberActor> {
  const actor = await requirePageUser();
  if (!isMember(actor)) redirect("/");
  return actor;
}

export async function requirePageSuperAdmin(): Promise<Actor> {
  const actor = await getPageActor();
  if (!actor) redirect("/welcome");
  if (!actor.isSuperAdmin) redirect("/");
  return actor;
}
