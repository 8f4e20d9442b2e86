"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { FacePicture } from "@/components/album/media/face-picture";
import { groupName, notSaved } from "@/components/faces/people/people-text";
import { useRefreshPeople } from "@/components/faces/people/use-refresh-people";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { mediaAlt } from "@/lib/album/media/media-text";
import { groupOptions, requestPlaceFace } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";

export interface SortOutDialogProps {
  group: FaceGroupDto;
  /** Called when no face is left, and so no group. */
  onEmptied: () => void;
  onClose: () => void;
}

/** The faces of a group, for picking out those of someone else. */
export function SortOutDialog({ group, onEmptied, onClose }: SortOutDialogProps) {
  const refresh = useRefreshPeople();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(groupOptions(group.id));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const faces = (data?.pages ?? []).flatMap(({ items }) => items);
  const name = groupName(group);

  function toggle(faceId: string) {
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(faceId)) after.add(faceId);
      return after;
    });
  }

  const { run, isBusy, error, setError } = useAction(takeOut, { fallback: notSaved });

  async function takeOut() {
    let done = 0;
    try {
      // One after the other: each waits for the family's faces anyway.
      for (const faceId of chosen) {
        await requestPlaceFace(faceId, null);
        done += 1;
      }
      toast({ title: `${counted(done, "face")} taken out` });
      onClose();
      if (done >= group.faceCount) onEmptied();
    } catch (cause) {
      setChosen(new Set([...chosen].slice(done)));
      throw cause;
    } finally {
      if (done > 0) void refresh(done >= group.faceCount ? group.id : undefined);
    }
  }

  function submit() {
    if (chosen.size > 0) void run();
    else setError("Please choose the faces that belong to someone else.");
  }

  return (
    <FormDialog
      title={
        group.name ? (
          <>
            Who is not <bdi>{name}</bdi>?
          </>
        ) : (
          "Which faces belong to someone else?"
        )
      }
      description="Select every face that doesn't belong here. They stay in the album, but won't be added back automatically."
      submitLabel={chosen.size > 0 ? `Take out ${counted(chosen.size, "face")}` : "Take out"}
      busyLabel="Taking out..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <ul
        aria-label="Faces"
        className="grid max-h-[50dvh] grid-cols-4 gap-3 overflow-y-auto p-1 md:grid-cols-5"
      >
        {faces.map((item) => {
          const isChosen = chosen.has(item.faceId);
          return (
            <li key={item.faceId}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => toggle(item.faceId)}
                className="relative block aspect-square w-full rounded-full"
              >
                <FacePicture
                  faceId={item.faceId}
                  alt={`Face in ${mediaAlt(item)}`}
                  className={cn("size-full", isChosen && "opacity-45")}
                />
                {isChosen && (
                  <span className="absolute inset-0 grid place-items-center rounded-full ring-4 ring-danger ring-inset">
                    <X aria-hidden="true" className="size-7 text-danger" strokeWidth={3} />
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </FormDialog>
  );
}
