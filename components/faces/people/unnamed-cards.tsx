"use client";

import { EyeOff, PencilLine } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { FacePicture } from "@/components/album/media/face-picture";
import { groupCount, notSaved } from "@/components/faces/people/people-text";
import { useRefreshPeople } from "@/components/faces/people/use-refresh-people";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { groupPath, requestGroupChange } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";

/** As many as fit on a screen; the rest on request, or nobody would ever name them. */
const firstShown = 8;

export interface UnnamedCardsProps {
  groups: readonly FaceGroupDto[];
  onName: (group: FaceGroupDto) => void;
}

/** Unnamed faces: the most frequent first, each with the question and a way to answer that it is nobody. */
export function UnnamedCards({ groups, onName }: UnnamedCardsProps) {
  const [areAllShown, setAllShown] = useState(false);
  const shown = areAllShown ? groups : groups.slice(0, firstShown);

  return (
    <section aria-labelledby="unnamed-faces">
      <h2 id="unnamed-faces" className="mb-3.5">
        Who is this?
      </h2>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4">
        {shown.map((group) => (
          <UnnamedCard key={group.id} group={group} onName={() => onName(group)} />
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

function UnnamedCard({ group, onName }: { group: FaceGroupDto; onName: () => void }) {
  const refresh = useRefreshPeople();
  const change = useAction(
    async (isHidden: boolean) => {
      await requestGroupChange(group.id, { isHidden });
      await refresh();
      if (isHidden) {
        toast({ title: "Hidden", action: { label: "Undo", onSelect: () => void change.run(false) } });
      }
    },
    { failureTitle: "That didn't work", fallback: notSaved },
  );
  return (
    <li className="card flex flex-col items-center gap-3 text-center">
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
        <Button variant="secondary" size="small" className="min-w-0 px-2" onClick={onName}>
          <PencilLine aria-hidden="true" />
          Say who
        </Button>
        <Button variant="ghost" size="small" isBusy={change.isBusy} onClick={() => void change.run(true)}>
          <EyeOff aria-hidden="true" />
          Hide
        </Button>
      </div>
    </li>
  );
}
