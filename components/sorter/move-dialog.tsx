import { useState } from "react";
import { MonthFields } from "@/components/album/uploads/month-fields";
import { FormDialog } from "@/components/ui/form-dialog";
import { isFuture } from "@/lib/album/uploads/fileable-month";
import type { YearMonth } from "@/lib/album/uploads/upload-state";
import { counted } from "@/lib/shared/counted";

export interface MoveDialogProps {
  count: number;
  initial: YearMonth | null;
  onMove: (month: YearMonth) => void;
  onClose: () => void;
}

/** Moves items to a month chosen by hand. */
export function MoveDialog({ count, initial, onMove, onClose }: MoveDialogProps) {
  const [chosen, setChosen] = useState<{ year: number | null; month: number | null }>(
    initial ?? { year: new Date().getFullYear(), month: null },
  );
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function submit() {
    setHasSubmitted(true);
    const { year, month } = chosen;
    if (year === null || month === null) return;
    if (isFuture({ year, month }, new Date())) {
      setError("That month is in the future.");
      return;
    }
    onMove({ year, month });
  }

  return (
    <FormDialog
      title={`Move ${counted(count, "item")} to`}
      submitLabel="Move them there"
      busyLabel="Moving..."
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <MonthFields
        form={chosen}
        hasSubmitted={hasSubmitted}
        onChange={({ year, month }) => {
          setError(null);
          setChosen((before) => ({
            year: year === undefined ? before.year : year,
            month: month === undefined ? before.month : month,
          }));
        }}
      />
      {error && (
        <p role="alert" className="font-semibold text-danger">
          {error}
        </p>
      )}
    </FormDialog>
  );
}
