import { useState } from "react";
import type { BatchChange } from "@/lib/features/media/batch-queries";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { errorMessage } from "@/lib/http/api-error";

/** What a dialog about everything that is selected gets. */
export interface BatchDialogProps {
  items: readonly MediaItemDto[];
  isBusy: boolean;
  /** @throws what the call was refused with */
  change: (change: BatchChange) => Promise<void>;
  onClose: () => void;
}

/** Sends a dialog's change and closes it. What was typed stays, with the reason, when it is refused. */
export function useBatchSubmit({ change, onClose }: Pick<BatchDialogProps, "change" | "onClose">) {
  const [error, setError] = useState<string | null>(null);
  async function submit(wanted: BatchChange) {
    setError(null);
    try {
      await change(wanted);
      onClose();
    } catch (failure) {
      setError(errorMessage(failure, "It could not be saved. Please try again."));
    }
  }
  return { submit, error, setError };
}
