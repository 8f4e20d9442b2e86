"use client";

import { useState } from "react";
import { type BatchDialogProps, useBatchSubmit } from "@/components/album/selection/batch-dialog";
import { MonthFields } from "@/components/album/uploads/month-fields";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { counted } from "@/lib/shared/counted";

/** Files everything that is selected under another month. */
export function MoveDialog({ items, isBusy, change, onClose }: BatchDialogProps) {
  const [month, setMonth] = useState<{ year: number | null; month: number | null }>(() => ({
    year: items[0]?.year ?? null,
    month: items[0]?.month ?? null,
  }));
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const { submit, error } = useBatchSubmit({ change, onClose });

  function onSubmit() {
    setHasSubmitted(true);
    if (month.year !== null && month.month !== null) {
      void submit({ action: "move", year: month.year, month: month.month });
    }
  }

  return (
    <FormDialog
      title={`Move ${counted(items.length, "item")}`}
      description="Choose the month to file them under."
      submitLabel="Move"
      busyLabel="Moving..."
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <MonthFields
        form={month}
        hasSubmitted={hasSubmitted}
        onChange={(part) => setMonth((before) => ({ ...before, ...part }))}
      />
    </FormDialog>
  );
}
