import type { Metadata } from "next";
import Link from "next/link";
import { GrowingPeople } from "@/components/album/growing-up/growing-people";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { listGrowingPeople } from "@/lib/album/growing-up/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { visitorDay } from "@/lib/http/visitor-day";

export const metadata: Metadata = { title: "Growing up" };

/** The people who have a growing-up page. */
export default async function GrowingUpPeoplePage() {
  const actor = await requirePageActor();
  const [people, today] = await Promise.all([listGrowingPeople(actor), visitorDay()]);
  return (
    <>
      <PageHeader title="Growing up" lead="Everyone's photos by age, with their firsts, heights and words." />
      {people.length === 0 ? (
        <EmptyState
          title="Who is growing up here?"
          action={
            <Link href={actor.isAdmin ? "/manage-users" : "/latest-uploads"} className={buttonClasses()}>
              {actor.isAdmin ? "Add birthdays" : "See the latest uploads"}
            </Link>
          }
        >
          Everyone with a birthday who is tagged in a photo appears here. The baby needs no account.
        </EmptyState>
      ) : (
        <GrowingPeople people={people} today={today} />
      )}
    </>
  );
}
