import type { Metadata } from "next";
import Link from "next/link";
import { PeopleScreen } from "@/components/faces/people/people-screen";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { groupsKey, groupsPageSize } from "@/lib/faces/people/client/queries";
import { listGroups } from "@/lib/faces/people/server/group-list-service";
import { recognitionKey } from "@/lib/faces/recognition/client/queries";
import { getRecognition } from "@/lib/faces/recognition/server/service";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { counted } from "@/lib/shared/counted";

export const metadata: Metadata = { title: "People" };

/** Everyone whose face is in the album; with `?hidden=true`, hidden people. */
export default async function PeoplePage({
  searchParams,
}: {
  searchParams: Promise<{ hidden?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const isHidden = (await searchParams).hidden === "true";
  const [recognition, groups, hidden] = await Promise.all([
    getRecognition(actor),
    listGroups(actor, { limit: groupsPageSize, ...(isHidden ? { hidden: "true" } : {}) }),
    listGroups(actor, { limit: 1, hidden: "true" }),
  ]);
  const hiddenCount = hidden.pagination.total;
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [groupsKey({ isHidden }), firstPage(groups)],
        [recognitionKey, recognition],
      ])}
    >
      <PageHeader
        title={isHidden ? "Hidden faces" : "People"}
        lead={
          isHidden
            ? "Passers-by, faces on posters, and anyone else you hid. Open one to show it again."
            : "Everyone in your photos, by their faces."
        }
        action={
          isHidden ? (
            <Link href="/people" className="text-link inline-flex min-h-11 items-center">
              All people
            </Link>
          ) : (
            hiddenCount > 0 && (
              <Link href="/people?hidden=true" className="text-link inline-flex min-h-11 items-center">
                {counted(hiddenCount, "hidden face")}
              </Link>
            )
          )
        }
      />
      <PeopleScreen key={String(isHidden)} isHidden={isHidden} />
    </HydrationBoundary>
  );
}
