import type { Metadata } from "next";
import { OnThisDayScreen } from "@/components/album/memories/on-this-day-screen";
import { onThisDayKey } from "@/lib/album/memories/client/queries";
import { onThisDayQuery } from "@/lib/album/memories/schema";
import { getOnThisDay } from "@/lib/album/memories/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";
import { visitorDay } from "@/lib/http/visitor-day";

export const metadata: Metadata = { title: "On this day" };

/** For the date in the address, or today. */
export default async function OnThisDayPage({
  searchParams,
}: {
  searchParams: Promise<{ date?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const [query, today, screen] = await Promise.all([searchParams, visitorDay(), guessScreen()]);
  const date = onThisDayQuery.safeParse(query).data?.date ?? today;
  return (
    <HydrationBoundary state={hydratedQueries([[onThisDayKey(date), await getOnThisDay(actor, date)]])}>
      <OnThisDayScreen key={date} date={date} today={today} screenGuess={screen} />
    </HydrationBoundary>
  );
}
