"use client";

import type { BatchDialogProps } from "@/components/album/selection/batch-dialog";
import { countWithStacks, hasStacks } from "@/components/album/stacks/whole-stacks";
import { useAction } from "@/components/forms/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { counted } from "@/lib/shared/counted";

/** Asks for confirmation before the selection goes to the trash. */
export function DeleteItemsDialog({ items, isBusy, change, onClose }: BatchDialogProps) {
  const { run } = useAction(
    async () => {
      await change({ action: "trash" });
      onClose();
    },
    { failureTitle: "Deletion failed", fallback: "Nothing was deleted. Please try again." },
  );
  const count = countWithStacks(items);
  const one = count === 1;
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${counted(count, "item")}?`}
      description={`${hasStacks(items) ? "With every photo of their stacks. " : ""}${one ? "It disappears" : "They disappear"} from the family's album. You can restore ${one ? "it" : "them"} from the trash in the settings for 30 days.`}
      confirmLabel="Delete"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}
