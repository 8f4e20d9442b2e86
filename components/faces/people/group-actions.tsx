"use client";

import { Combine, Eye, EyeOff, PencilLine, Tags, UserRoundX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { groupName, notSaved } from "@/components/faces/people/people-text";
import { useRefreshPeople } from "@/components/faces/people/use-refresh-people";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { toast } from "@/components/ui/toast";
import { groupPath, requestGroupChange } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";

const NamingFlow = fetchedPart(
  async () => (await import("@/components/faces/people/naming-flow")).NamingFlow,
);
const MergeDialog = fetchedPart(
  async () => (await import("@/components/faces/people/merge-dialog")).MergeDialog,
);
const SortOutDialog = fetchedPart(
  async () => (await import("@/components/faces/people/sort-out-dialog")).SortOutDialog,
);
const TagAllDialog = fetchedPart(
  async () => (await import("@/components/faces/people/tag-all-dialog")).TagAllDialog,
);

export interface GroupActionsProps {
  group: FaceGroupDto;
  untaggedCount: number;
}

/** The actions on a group: name it, merge it with another, take out someone else's faces, or mark it as nobody. */
export function GroupActions({ group, untaggedCount }: GroupActionsProps) {
  const router = useRouter();
  const refresh = useRefreshPeople();
  const [open, setOpen] = useState<"name" | "merge" | "sortOut" | "tag" | null>(null);
  const close = () => setOpen(null);

  /** The faces may now belong to another group. */
  function follow({ id }: FaceGroupDto) {
    if (id !== group.id) router.replace(groupPath(id));
    else router.refresh();
  }

  const hiding = useAction(
    async (isHidden: boolean) => {
      await requestGroupChange(group.id, { isHidden });
      void refresh();
      router.refresh();
      toast({
        title: isHidden ? "Hidden" : "Shown again",
        ...(isHidden ? { description: "You'll find it under hidden faces." } : {}),
      });
    },
    { failureTitle: "That didn't work", fallback: notSaved },
  );

  return (
    <div className="flex flex-wrap gap-2.5">
      {group.name ? (
        untaggedCount > 0 && (
          <Button onClick={() => setOpen("tag")}>
            <Tags aria-hidden="true" />
            Tag {counted(untaggedCount, "photo")}
          </Button>
        )
      ) : (
        <Button onClick={() => setOpen("name")}>
          <PencilLine aria-hidden="true" />
          Say who it is
        </Button>
      )}
      {group.name && (
        <Button variant="secondary" onClick={() => setOpen("name")}>
          <PencilLine aria-hidden="true" />
          Rename
        </Button>
      )}
      <Button variant="secondary" onClick={() => setOpen("merge")}>
        <Combine aria-hidden="true" />
        Same person as…
      </Button>
      <Button variant="secondary" onClick={() => setOpen("sortOut")}>
        <UserRoundX aria-hidden="true" />
        {group.name ? (
          <span className="max-w-48 truncate">
            Not <bdi>{groupName(group)}</bdi>?
          </span>
        ) : (
          "Someone else?"
        )}
      </Button>
      <Button variant="ghost" isBusy={hiding.isBusy} onClick={() => void hiding.run(!group.isHidden)}>
        {group.isHidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
        {group.isHidden ? "Show again" : "Hide"}
      </Button>

      {open === "name" && (
        <NamingFlow group={group} faceId={group.coverFaceId} onNamed={follow} onClose={close} />
      )}
      {open === "merge" && (
        <MergeDialog
          group={group}
          onMerged={(merged) => {
            toast({ title: "Combined" });
            close();
            follow(merged);
          }}
          onClose={close}
        />
      )}
      {open === "sortOut" && (
        <SortOutDialog group={group} onEmptied={() => router.replace("/people")} onClose={close} />
      )}
      {open === "tag" && <TagAllDialog group={group} count={untaggedCount} onClose={close} />}
    </div>
  );
}
