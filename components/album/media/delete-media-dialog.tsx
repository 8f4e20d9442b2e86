"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { MediaItemDto } from "@/lib/album/media/schema";

export interface DeleteMediaDialogProps {
  item: Pick<MediaItemDto, "mediaType">;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export function DeleteMediaDialog({ item, isBusy, onClose, onConfirm }: DeleteMediaDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={item.mediaType === "video" ? "Delete this video?" : "Delete this photo?"}
      description="It disappears from the family's album. You can restore it from the trash in the settings for 30 days."
      confirmLabel="Delete"
      isBusy={isBusy}
      onConfirm={onConfirm}
    />
  );
}
