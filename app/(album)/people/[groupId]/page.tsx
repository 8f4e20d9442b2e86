import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GroupScreen } from "@/components/faces/people/group-screen";
import { gridPageSize } from "@/lib/album/media/client/queries";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { groupKey } from "@/lib/faces/people/client/queries";
import { getGroup } from "@/lib/faces/people/server/group-list-service";
import { getGroupPage } from "@/lib/faces/people/server/group-pictures-service";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";

interface GroupPageProps {
  params: Promise<{ groupId: string }>;
}

export async function generateMetadata({ params }: GroupPageProps): Promise<Metadata> {
  const [actor, { groupId }] = [await requirePageActor(), await params];
  return { title: (await getGroup(actor, groupId))?.name ?? "Who is this?" };
}

/** The pictures containing one face. */
export default async function GroupPage({ params }: GroupPageProps) {
  const actor = await requirePageActor();
  const { groupId } = await params;
  const group = await getGroup(actor, groupId);
  if (!group) notFound();
  const [page, screen] = await Promise.all([
    getGroupPage(actor, group.id, { limit: gridPageSize, stacks: "collapsed" }),
    guessScreen(),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[groupKey(group.id), firstPage(page)]])}>
      <GroupScreen group={group} screenGuess={screen} />
    </HydrationBoundary>
  );
}
