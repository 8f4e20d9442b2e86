"use client";

import { useState } from "react";
import { type BatchDialogProps, useBatchSubmit } from "@/components/album/selection/batch-dialog";
import { countWithStacks } from "@/components/album/stacks/whole-stacks";
import { MonthFields, type MonthFieldsProps } from "@/components/album/uploads/month-fields";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { counted } from "@/lib/shared/counted";

/** Moves the whole selection to another month. */
export function MoveDialog({ items, isBusy, change, onClose }: BatchDialogProps) {
  const [form, setForm] = useState<MonthFieldsProps["form"]>(() => ({
    year: items[0]?.year ?? null,
    month: items[0]?.month ?? null,
    yearPrecision: items[0]?.yearPrecision ?? "exact",
  }));
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const { submit, error } = useBatchSubmit({ change, onClose });

  function onSubmit() {
    setHasSubmitted(true);
    const { year, month, yearPrecision } = form;
    if (year === null || month === null) return;
    const rough = yearPrecision === "exact" ? {} : { yearPrecision };
    void submit({ action: "move", year, month, ...rough });
  }

  return (
    <FormDialog
      title={`Move ${counted(countWithStacks(items), "item")}`}
      description="Choose the month to file them under."
      submitLabel="Move"
      busyLabel="Moving..."
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <MonthFields
        form={form}
        hasSubmitted={hasSubmitted}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
    </FormDialog>
  );
}
