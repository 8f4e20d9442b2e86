import { Check, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { DescriptionEditor } from "@/components/album/uploads/description-editor";
import { cn } from "@/components/ui/class-names";
import { FormDialog } from "@/components/ui/form-dialog";
import { addHashtag } from "@/lib/album/hashtags/description-hashtags";
import { counted } from "@/lib/shared/counted";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";
import { type PersonBirthday, suggestHashtags } from "@/lib/sorter/client/hashtag-suggestions";
import type { ReviewItem } from "@/lib/sorter/review-item";

export interface DescribeDialogProps {
  items: readonly ReviewItem[];
  birthdays: readonly PersonBirthday[];
  onDescribe: (descriptions: ReadonlyMap<string, string>) => void;
  onClose: () => void;
}

const maxSuggestions = 12;

/** A description for several items at once, with hashtags that fit some of them: each is added only where it fits. */
export function DescribeDialog({ items, birthdays, onDescribe, onClose }: DescribeDialogProps) {
  const common = items.every(({ description }) => description === items[0]?.description)
    ? (items[0]?.description ?? "")
    : null;
  const [text, setText] = useState(common ?? "");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const suggestions = useMemo(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return suggestHashtags(items, { birthdays, timeZone, max: maxSuggestions });
  }, [items, birthdays]);

  function submit() {
    const descriptions = new Map<string, string>();
    for (const { id, description } of items) {
      const own = text.trim();
      // If descriptions differ, the text is appended to each; if they are the same, it replaces them.
      descriptions.set(id, common === null ? [description.trim(), own].filter(Boolean).join(" ") : own);
    }
    for (const { hashtag, ids } of suggestions) {
      if (!chosen.has(hashtag)) continue;
      for (const id of ids) descriptions.set(id, addHashtag(descriptions.get(id) ?? "", hashtag).trim());
    }
    onDescribe(new Map([...descriptions].map(([id, all]) => [id, all.slice(0, maxDescriptionLength)])));
  }

  return (
    <FormDialog
      title={`Describe ${counted(items.length, "item")}`}
      description={
        common === null
          ? "They already have different descriptions. What you write is added to each one."
          : undefined
      }
      submitLabel="Save"
      busyLabel="Saving..."
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <DescriptionEditor description={text} onChange={setText} onSubmit={submit} />
      {suggestions.length > 0 && (
        <div>
          <p id="fitting-hashtags" className="font-semibold">
            Hashtags that fit
          </p>
          <p className="mb-2.5 text-step--1 text-ink-soft">
            By place, day and season. Each is added only to the ones it fits.
          </p>
          <ul aria-labelledby="fitting-hashtags" className="flex flex-wrap gap-2">
            {suggestions.map(({ hashtag, ids }) => {
              const isChosen = chosen.has(hashtag);
              return (
                <li key={hashtag}>
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    onClick={() =>
                      setChosen((before) => {
                        const after = new Set(before);
                        if (!after.delete(hashtag)) after.add(hashtag);
                        return after;
                      })
                    }
                    className={cn(
                      "inline-flex min-h-11 items-center gap-1.5 rounded-pill px-3.5 font-semibold transition-colors [&>svg]:size-4",
                      isChosen ? "bg-accent-soft text-accent-strong" : "bg-sunk text-ink",
                    )}
                  >
                    {isChosen ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}#{hashtag}
                    {items.length > 1 && (
                      <span className="text-step--1 font-normal">
                        {ids.length === items.length ? "all" : ids.length}
                      </span>
                    )}
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
