"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { FacePicture } from "@/components/album/media/face-picture";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { GroupActions } from "@/components/faces/people/group-actions";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { growingUpPath } from "@/lib/album/growing-up/paths";
import { groupOptions } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";
import type { ScreenWidth } from "@/lib/shared/screen-width";

export interface GroupScreenProps {
  /** The group as loaded by the page; what the browser learns later takes precedence. */
  group: FaceGroupDto;
  screenGuess: ScreenWidth;
}

/** A person's face, the actions on it, and the pictures it is in. */
export function GroupScreen({ group: found, screenGuess }: GroupScreenProps) {
  const { data } = useInfiniteQuery(groupOptions(found.id));
  const first = data?.pages[0];
  const group = first?.group ?? found;
  return (
    <>
      <Link
        href="/people"
        className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-ink-soft hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        People
      </Link>
      <div className="mt-2 mb-5 flex items-center gap-4 md:mb-6 md:gap-5">
        <FacePicture faceId={group.coverFaceId} isEager className="size-20 md:size-24" />
        <div className="min-w-0 wrap-anywhere">
          <h1>{group.name ? <bdi>{group.name}</bdi> : "Who is this?"}</h1>
          <p className="mt-1.5 text-ink-soft">
            {counted(first?.pagination.total ?? group.faceCount, "photo")} with this face
            {group.isHidden && ", hidden from the list of people"}
          </p>
          {group.memberId && (
            <Link
              href={growingUpPath(group.memberId)}
              prefetch={false}
              className="text-link inline-flex min-h-11 items-center"
            >
              Growing up
            </Link>
          )}
        </div>
      </div>
      <div className="mb-6">
        <GroupActions group={group} untaggedCount={first?.untaggedCount ?? 0} />
      </div>
      <FeedGrid
        key={group.id}
        source={{ kind: "faces", groupId: group.id }}
        screenGuess={screenGuess}
        empty={
          <EmptyState
            drawing="heart"
            title="No photos left here"
            action={
              <Link href="/people" className={buttonClasses()}>
                See all people
              </Link>
            }
          >
            The faces were moved, or their photos are in the trash.
          </EmptyState>
        }
      />
    </>
  );
}
