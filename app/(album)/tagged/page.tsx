import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { PeopleLinks } from "@/components/album/tags/people-links";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { growingUpPath } from "@/lib/album/growing-up/paths";
import { gridPageSize, taggedKey } from "@/lib/album/media/client/queries";
import { listTagged } from "@/lib/album/tags/server/tagged-feed-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { listFamilyPeople } from "@/lib/family/families/server/service";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";

export const metadata: Metadata = { title: "Photos of me" };

/** Pictures of the current person, or of `?member=`. */
export default async function TaggedPage({
  searchParams,
}: {
  searchParams: Promise<{ member?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const { member } = await searchParams;
  const [people, screen] = await Promise.all([listFamilyPeople(actor), guessScreen()]);
  const wanted = typeof member === "string" ? people.find(({ id }) => id === member) : undefined;
  if (member !== undefined && !wanted) notFound();
  const other = wanted && wanted.userId !== actor.userId ? wanted : undefined;
  const memberId = other?.id;
  const person = other ?? people.find(({ userId }) => userId === actor.userId);
  const page = await listTagged(actor, {
    limit: gridPageSize,
    stacks: "collapsed",
    ...(memberId ? { memberId } : {}),
  });
  const of = other ? other.displayName : "you";
  return (
    <HydrationBoundary state={hydratedQueries([[taggedKey(memberId), firstPage(page)]])}>
      <PageHeader
        title={
          other ? (
            <>
              Photos of <bdi>{other.displayName}</bdi>
            </>
          ) : (
            "Photos of me"
          )
        }
        lead={`Every photo ${of} is tagged in, newest first.`}
        action={
          person && (
            <Link
              href={growingUpPath(person.id)}
              prefetch={false}
              className={buttonClasses({ variant: "secondary" })}
            >
              Growing up
            </Link>
          )
        }
      />
      <PeopleLinks people={people} ownUserId={actor.userId} shownId={memberId ?? null} />
      <FeedGrid
        key={memberId ?? "me"}
        source={memberId ? { kind: "tagged", memberId } : { kind: "tagged" }}
        screenGuess={screen}
        empty={
          <EmptyState
            drawing="heart"
            title={other ? `No photos of ${other.displayName} yet` : "No photos of you yet"}
            action={
              <Link href="/latest-uploads" className={buttonClasses()}>
                See the latest uploads
              </Link>
            }
          >
            Open a photo, choose “Who is in this photo?” and tap a name. Tagged photos appear here.
          </EmptyState>
        }
      />
    </HydrationBoundary>
  );
}
