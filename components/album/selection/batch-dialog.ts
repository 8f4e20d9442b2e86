import { useAction } from "@/components/forms/use-action";
import type { BatchChange } from "@/lib/album/media/client/batch-queries";
import type { MediaItemDto } from "@/lib/album/media/schema";

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
  const {
    run: submit,
    error,
    setError,
  } = useAction(
    async (wanted: BatchChange) => {
      await change(wanted);
      onClose();
    },
    { fallback: "It could not be saved. Please try again." },
  );
  return { submit, error, setError };
}
