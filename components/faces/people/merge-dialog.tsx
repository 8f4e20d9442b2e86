"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FacePicture } from "@/components/album/media/face-picture";
import { groupCount, groupName, notSaved } from "@/components/faces/people/people-text";
import { useRefreshPeople } from "@/components/faces/people/use-refresh-people";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { RadioCard } from "@/components/ui/radio-card";
import { Skeleton } from "@/components/ui/skeleton";
import { groupsOptions, requestMerge } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";

export interface MergeDialogProps {
  group: FaceGroupDto;
  /** Receives the group that now has both groups' faces. */
  onMerged: (group: FaceGroupDto) => void;
  onClose: () => void;
}

/** Merges two groups of the same person; named groups are listed first. */
export function MergeDialog({ group, onMerged, onClose }: MergeDialogProps) {
  const refresh = useRefreshPeople();
  const groups = useInfiniteQuery(groupsOptions({ isHidden: false }));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const others = (groups.data?.pages ?? []).flatMap(({ items }) => items).filter(({ id }) => id !== group.id);
  const listed = [...others.filter(({ name }) => name), ...others.filter(({ name }) => !name)];
  const chosen = listed.find(({ id }) => id === chosenId);
  const losesName = Boolean(group.name && chosen?.name && chosen.memberId !== group.memberId);

  const { run, isBusy, error, setError } = useAction(
    async (other: FaceGroupDto) => {
      const merged = await requestMerge(group.id, other.id);
      void refresh(group.id);
      onMerged(merged);
    },
    { fallback: notSaved },
  );

  return (
    <FormDialog
      title="The same person as…"
      description="Their photos are combined under the name of the person you choose."
      submitLabel="Combine"
      busyLabel="Combining..."
      isBusy={isBusy}
      onSubmit={() => (chosen ? void run(chosen) : setError("Please choose who it is."))}
      onClose={onClose}
    >
      <FormAlert message={error} />
      {groups.isPending && <Skeleton className="h-40" />}
      {groups.isError && (
        <div role="alert" className="text-ink-soft">
          The faces could not be loaded.{" "}
          <Button variant="secondary" size="small" onClick={() => void groups.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {groups.data && listed.length === 0 && <p className="text-ink-soft">There's no one else yet.</p>}
      {listed.length > 0 && (
        <fieldset className="grid max-h-80 gap-2 overflow-y-auto p-1 md:grid-cols-2">
          <legend className="sr-only">Whose face is it?</legend>
          {listed.map((other) => (
            <RadioCard
              key={other.id}
              name="same-person"
              value={other.id}
              isChecked={other.id === chosenId}
              onChoose={() => setChosenId(other.id)}
            >
              <FacePicture faceId={other.coverFaceId} className="size-12" />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-semibold">{groupName(other)}</bdi>
                <span className="block text-step--1 text-ink-soft">{groupCount(other)}</span>
              </span>
            </RadioCard>
          ))}
        </fieldset>
      )}
      {groups.hasNextPage && (
        <Button
          variant="secondary"
          isBusy={groups.isFetchingNextPage}
          onClick={() => void groups.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <p role="status" className="text-step--1 text-ink-soft">
        {losesName && `They'll all be named ${groupName(chosen ?? group)}.`}
      </p>
    </FormDialog>
  );
}
