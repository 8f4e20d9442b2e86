"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { NobodyYet } from "@/components/faces/people/nobody-yet";
import { PeopleGrid } from "@/components/faces/people/people-grid";
import { ReadingProgress } from "@/components/faces/people/reading-progress";
import { UnnamedCards } from "@/components/faces/people/unnamed-cards";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { fetchedPart } from "@/components/ui/fetched-part";
import { NotLoaded } from "@/components/ui/not-loaded";
import { groupsOptions } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { recognitionOptions } from "@/lib/faces/recognition/client/queries";

const NamingFlow = fetchedPart(
  async () => (await import("@/components/faces/people/naming-flow")).NamingFlow,
);

export interface PeopleScreenProps {
  /** Shows hidden people instead of the others. */
  isHidden: boolean;
}

/** Everyone whose face is in the album: unnamed faces first, then those with a name. */
export function PeopleScreen({ isHidden }: PeopleScreenProps) {
  const { user } = useAuth();
  const { data: recognition } = useQuery(recognitionOptions());
  const query = useInfiniteQuery(groupsOptions({ isHidden }));
  // State is here and not with the faces: a newly named face leaves those while the dialog continues.
  const [naming, setNaming] = useState<FaceGroupDto | null>(null);
  const groups = (query.data?.pages ?? []).flatMap(({ items }) => items);
  const named = groups.filter(({ name }) => name !== null);
  const unnamed = groups.filter(({ name }) => name === null);
  const areFailed = query.isError || query.isFetchNextPageError;
  const { refetch } = query;
  const picturesLeft = recognition?.picturesLeft ?? 0;
  const lastLeft = useRef(picturesLeft);
  useEffect(() => {
    // More pictures have been analysed, so there may be more faces.
    if (picturesLeft !== lastLeft.current) void refetch();
    lastLeft.current = picturesLeft;
  }, [picturesLeft, refetch]);

  if (groups.length === 0 && !areFailed && !query.isPending) {
    if (!isHidden)
      return recognition && <NobodyYet recognition={recognition} isAdmin={user?.isAdmin ?? false} />;
    return (
      <EmptyState
        drawing="heart"
        title="No one is hidden"
        action={
          <Link href="/people" className={buttonClasses()}>
            See all people
          </Link>
        }
      >
        Faces you hide appear here, in case you want to show them again.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      {isHidden ? (
        <PeopleGrid groups={groups} />
      ) : (
        <>
          {picturesLeft > 0 && <ReadingProgress picturesLeft={picturesLeft} />}
          {unnamed.length > 0 && <UnnamedCards groups={unnamed} onName={setNaming} />}
          {named.length > 0 && (
            <section aria-labelledby="named-people">
              <h2 id="named-people" className="mb-4">
                Your people
              </h2>
              <PeopleGrid groups={named} />
            </section>
          )}
        </>
      )}
      {areFailed && (
        <NotLoaded onRetry={() => void query.refetch()}>The faces could not be loaded.</NotLoaded>
      )}
      {query.hasNextPage && !areFailed && (
        <Button
          variant="secondary"
          className="justify-self-center"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more faces
        </Button>
      )}
      {naming && <NamingFlow group={naming} faceId={naming.coverFaceId} onClose={() => setNaming(null)} />}
    </div>
  );
}
