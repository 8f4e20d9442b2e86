"use client";

import { EyeOff, PencilLine } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { FacePicture } from "@/components/people/face-picture";
import { groupCount, notSaved } from "@/components/people/people-words";
import { useRefreshPeople } from "@/components/people/use-refresh-people";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { groupPath, requestGroupChange } from "@/lib/features/people/queries";
import type { FaceGroupDto } from "@/lib/features/people/schema";
import { errorMessage } from "@/lib/http/api-error";
import { counted } from "@/lib/shared/counted";

/** As many as fit a screen; the rest on request, or names would never be given. */
const firstShown = 8;

export interface UnnamedCardsProps {
  groups: readonly FaceGroupDto[];
  onName: (group: FaceGroupDto) => void;
}

/** Faces that nobody has named: the most seen first, each with the question and a way to say that it is nobody. */
export function UnnamedCards({ groups, onName }: UnnamedCardsProps) {
  const refresh = useRefreshPeople();
  const [areAllShown, setAllShown] = useState(false);
  const [hidingId, setHidingId] = useState<string | null>(null);
  const shown = areAllShown ? groups : groups.slice(0, firstShown);

  async function change(group: FaceGroupDto, isHidden: boolean) {
    setHidingId(group.id);
    try {
      await requestGroupChange(group.id, { isHidden });
      await refresh();
      if (isHidden) {
        toast({
          title: "Hidden",
          action: { label: "Undo", onSelect: () => void change(group, false) },
        });
      }
    } catch (error) {
      toast({ title: "That did not work", description: errorMessage(error, notSaved), variant: "danger" });
    }
    setHidingId(null);
  }

  return (
    <section aria-labelledby="unnamed-faces">
      <h2 id="unnamed-faces" className="mb-3.5">
        Who is this?
      </h2>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4">
        {shown.map((group) => (
          <li key={group.id} className="card flex flex-col items-center gap-3 text-center">
            <Link
              href={groupPath(group.id)}
              prefetch={false}
              className="grid justify-items-center gap-2 rounded-2xl hover:underline"
            >
              <FacePicture faceId={group.coverFaceId} className="size-24 md:size-28" />
              <span className="text-step--1 text-ink-soft">{groupCount(group)}</span>
              <span className="sr-only">with a face without a name</span>
            </Link>
            <div className="mt-auto grid w-full gap-1">
              <Button variant="secondary" size="small" className="min-w-0 px-2" onClick={() => onName(group)}>
                <PencilLine aria-hidden="true" />
                Say who
              </Button>
              <Button
                variant="ghost"
                size="small"
                isBusy={hidingId === group.id}
                onClick={() => void change(group, true)}
              >
                <EyeOff aria-hidden="true" />
                Hide
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {groups.length > shown.length && (
        <Button variant="secondary" className="mt-4" onClick={() => setAllShown(true)}>
          Show {counted(groups.length - shown.length, "more face")}
        </Button>
      )}
    </section>
  );
}
