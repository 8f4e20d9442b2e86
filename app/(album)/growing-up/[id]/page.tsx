import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GrowingUpScreen } from "@/components/album/growing-up/growing-up-screen";
import { growingUpKey } from "@/lib/album/growing-up/client/queries";
import { findGrowingPerson, getGrowingUp } from "@/lib/album/growing-up/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";
import { visitorDay } from "@/lib/http/visitor-day";

interface GrowingUpPageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: GrowingUpPageProps): Promise<Metadata> {
  const [actor, { id }] = [await requirePageActor(), await params];
  const person = await findGrowingPerson(actor, id);
  return { title: person ? `${person.displayName}, growing up` : "Growing up" };
}

/** How a person in the family grew up. */
export default async function GrowingUpPage({ params }: GrowingUpPageProps) {
  const [actor, { id }] = [await requirePageActor(), await params];
  const person = await findGrowingPerson(actor, id);
  if (!person) notFound();
  const [growing, today, screen] = await Promise.all([
    getGrowingUp(actor, person.id),
    visitorDay(),
    guessScreen(),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[growingUpKey(person.id), growing]])}>
      <GrowingUpScreen
        key={person.id}
        id={person.id}
        today={today}
        isAdmin={actor.isAdmin}
        screenGuess={screen}
      />
    </HydrationBoundary>
  );
}
