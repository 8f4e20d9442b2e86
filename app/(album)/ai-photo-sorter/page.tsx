import type { Metadata } from "next";
import { SorterForActivePlans } from "@/components/sorter/sorter-for-active-plans";
import { SorterMount } from "@/components/sorter/sorter-mount";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { listFamilyPeople } from "@/lib/family/families/server/service";

export const metadata: Metadata = { title: "AI photo sorter" };

export default async function AiPhotoSorterPage() {
  const actor = await requirePageActor();
  const [user, people] = await Promise.all([getPageUser(), listFamilyPeople(actor)]);
  // Specification 2.2: for active subscriptions. People without one see what it is.
  if (user?.subscriptionStatus !== "active") {
    return <SorterForActivePlans isOwner={actor.role === "owner"} isChild={actor.isChild} />;
  }
  const birthdays = people.flatMap(({ birthDate }) => {
    const [, month, day] = birthDate?.split("-").map(Number) ?? [];
    return month && day ? [{ month, day }] : [];
  });
  return (
    <SorterMount
      owner={{ userId: actor.userId, sessionId: user.sessionInfo.sessionId, familyId: actor.familyId }}
      birthdays={birthdays}
    />
  );
}
