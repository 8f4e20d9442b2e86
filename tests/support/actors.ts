import { isMember, type MemberActor } from "@/lib/core/auth/server/actor";
import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import type { FamilyPerson } from "@/tests/support/factories";

/** The actor that services see for this person. */
export async function memberActorOf({ cookie }: FamilyPerson): Promise<MemberActor> {
  const actor = await actorFromCookies(cookie, false);
  if (!actor || !isMember(actor)) throw new Error("The session is nobody's of a family");
  return actor;
}
