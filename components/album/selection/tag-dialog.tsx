"use client";

import { useState } from "react";
import type { TaggedPerson } from "@/components/album/item/item-extras";
import { type BatchDialogProps, useBatchSubmit } from "@/components/album/selection/batch-dialog";
import { TagPicker } from "@/components/album/tags/tag-picker";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { counted } from "@/lib/shared/counted";

/** Tags people in the whole selection. Existing tags stay. */
export function TagDialog({ items, isBusy, change, onClose }: BatchDialogProps) {
  const [people, setPeople] = useState<readonly TaggedPerson[]>([]);
  const { submit, error, setError } = useBatchSubmit({ change, onClose });

  function onSubmit() {
    if (people.length === 0) setError("Choose at least one person.");
    else void submit({ action: "tag", userIds: people.map(({ id }) => id) });
  }

  return (
    <FormDialog
      title={`Tag people in ${counted(items.length, "item")}`}
      description="People who are tagged already stay tagged."
      submitLabel={people.length > 0 ? `Tag ${counted(people.length, "person", "people")}` : "Tag"}
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <TagPicker tagged={people} onChange={setPeople} />
    </FormDialog>
  );
}
