"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type BatchDialogProps, useBatchSubmit } from "@/components/album/selection/batch-dialog";
import { DescriptionEditor, OfferedHashtags } from "@/components/album/uploads/description-editor";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { recentHashtagsOptions } from "@/lib/album/hashtags/client/queries";
import { counted } from "@/lib/shared/counted";
import { asHashtag } from "@/lib/shared/hashtags";
import { recentHashtagsShown } from "@/lib/shared/upload-limits";

/** Hashtags for the whole selection and, optionally, one description in place of the items' own. */
export function DescribeDialog({ items, isBusy, change, onClose }: BatchDialogProps) {
  const { data: recent } = useQuery(recentHashtagsOptions());
  const [typed, setTyped] = useState("");
  const [isReplacing, setIsReplacing] = useState(false);
  const [description, setDescription] = useState("");
  const [fault, setFault] = useState<string>();
  const { submit, error } = useBatchSubmit({ change, onClose });

  function onSubmit() {
    const words = typed.split(/[\s,]+/).filter(Boolean);
    const wrong = words.find((word) => asHashtag(word) === null);
    if (wrong) return setFault(`“${wrong}” can't be a hashtag. Use letters, digits and underscores.`);
    if (words.length === 0 && !isReplacing) return setFault("Add a hashtag, or write a description.");
    setFault(undefined);
    void submit({
      action: "describe",
      ...(words.length > 0 ? { addHashtags: words.flatMap((word) => asHashtag(word) ?? []) } : {}),
      ...(isReplacing ? { description } : {}),
    });
  }

  return (
    <FormDialog
      title={`Edit ${counted(items.length, "item")}`}
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <div className="space-y-3">
        <FormField
          label="Hashtags to add"
          hint="Such as #beach #nana. Their descriptions stay."
          error={fault}
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </FormField>
        <OfferedHashtags
          id="batch-hashtags"
          label="Recently used"
          hashtags={(recent?.hashtags ?? []).slice(0, recentHashtagsShown)}
          description={typed}
          onChange={setTyped}
        />
      </div>
      <label className="flex min-h-11 items-center justify-between gap-4 font-semibold">
        Replace their descriptions
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-checked={isReplacing}
          checked={isReplacing}
          onChange={(event) => setIsReplacing(event.target.checked)}
        />
      </label>
      {isReplacing && (
        <div>
          <DescriptionEditor description={description} onChange={setDescription} onSubmit={onSubmit} />
          <p className="mt-2 text-step--1 text-ink-soft">
            All of them get this description. Leave it empty to remove theirs.
          </p>
        </div>
      )}
    </FormDialog>
  );
}
