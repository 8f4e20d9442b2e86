"use client";

import type { BatchDialogProps } from "@/components/selection/batch-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { errorMessage } from "@/lib/http/api-error";
import { counted } from "@/lib/shared/counted";

/** Asks before everything that is selected goes to the trash. */
export function DeleteItemsDialog({ items, isBusy, change, onClose }: BatchDialogProps) {
  async function confirm() {
    try {
      await change({ action: "trash" });
      onClose();
    } catch (error) {
      toast({
        title: "Deletion failed",
        description: errorMessage(error, "Nothing was deleted. Please try again."),
        variant: "danger",
      });
    }
  }
  const one = items.length === 1;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${counted(items.length, "item")}?`}
      description={`${one ? "It disappears" : "They disappear"} from the family's album. You can restore ${one ? "it" : "them"} from the trash in the settings for 30 days.`}
      confirmLabel="Delete"
      isBusy={isBusy}
      onConfirm={() => void confirm()}
    />
  );
}
