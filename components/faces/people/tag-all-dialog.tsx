"use client";

import { groupName, notSaved } from "@/components/faces/people/people-text";
import { useRefreshPeople } from "@/components/faces/people/use-refresh-people";
import { useAction } from "@/components/forms/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { usePreferences } from "@/components/ui/preferences";
import { toast } from "@/components/ui/toast";
import { requestTagGroup } from "@/lib/faces/people/client/queries";
import type { FaceGroupDto } from "@/lib/faces/people/schema";
import { counted } from "@/lib/shared/counted";

export interface TagAllDialogProps {
  group: Pick<FaceGroupDto, "id" | "name">;
  /** Pictures this person is not tagged in yet. */
  count: number;
  onClose: () => void;
}

/** Confirms tagging someone in many pictures at once, and says how many. */
export function TagAllDialog({ group, count, onClose }: TagAllDialogProps) {
  const { appName } = usePreferences();
  const refresh = useRefreshPeople();
  const name = groupName(group);

  const { run, isBusy } = useAction(
    async () => {
      const { tagged } = await requestTagGroup(group.id);
      toast({ title: `${name} is tagged in ${counted(tagged, "photo")}` });
      void refresh();
      onClose();
    },
    { failureTitle: "Nothing was tagged", fallback: notSaved },
  );

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        <>
          Tag <bdi>{name}</bdi> on {counted(count, "photo")}?
        </>
      }
      description={
        <>
          These are photos in which {appName} sees the same face. Everyone in the family will find them under{" "}
          <bdi>{name}</bdi>, who gets one notification.
        </>
      }
      confirmLabel={`Tag ${counted(count, "photo")}`}
      cancelLabel="Not now"
      variant="primary"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}
