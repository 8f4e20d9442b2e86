import { useAction } from "@/components/forms/use-action";
import type { BatchChange } from "@/lib/album/media/client/batch-queries";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** Props of a dialog about the whole selection. */
export interface BatchDialogProps {
  items: readonly MediaItemDto[];
  isBusy: boolean;
  /** @throws the error the call was refused with */
  change: (change: BatchChange) => Promise<void>;
  onClose: () => void;
}

/** Sends a dialog's change and closes it. If it is refused, the typed text stays, with the reason. */
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
