import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { cn } from "@/components/ui/class-names";
import { FormField } from "@/components/ui/form-field";
import { Textarea } from "@/components/ui/textarea";
import { recentHashtagsOptions } from "@/lib/album/hashtags/client/queries";
import { addHashtag, hasHashtag, removeHashtag } from "@/lib/album/hashtags/description-hashtags";
import { hashtagsIn } from "@/lib/shared/hashtags";
import { maxDescriptionLength, recentHashtagsShown } from "@/lib/shared/upload-limits";

export interface DescriptionEditorProps {
  description: string;
  onChange: (description: string) => void;
  /** Hashtags for what was recognised in the picture, without their #: offered, never added automatically. */
  seen?: readonly string[];
  /** Ctrl or Cmd with Enter. */
  onSubmit?: () => void;
}

const chip =
  "inline-flex min-h-11 items-center gap-1.5 rounded-pill px-3.5 font-semibold transition-colors [&>svg]:size-4";

/** Specification 2.9: the text, its hashtags as removable chips, and recent ones to add. */
export function DescriptionEditor({ description, onChange, seen = [], onSubmit }: DescriptionEditorProps) {
  const { data } = useQuery(recentHashtagsOptions());
  const found = hashtagsIn(description);
  const recent = (data?.hashtags ?? []).slice(0, recentHashtagsShown);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !onSubmit) return;
    event.preventDefault();
    onSubmit();
  }

  return (
    <div className="space-y-3">
      <FormField
        label="Description"
        hint="Use hashtags such as #family, #vacation or #birthday to group photos."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            className="min-h-[96px]"
            value={description}
            maxLength={maxDescriptionLength}
            placeholder="What's happening here? Optional."
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </FormField>
      {found.length > 0 && (
        <ul aria-label="Hashtags in the description" className="flex flex-wrap gap-2">
          {found.map((hashtag) => (
            <li key={hashtag}>
              <button
                type="button"
                aria-label={`Remove #${hashtag}`}
                onClick={() => onChange(removeHashtag(description, hashtag))}
                className={cn(chip, "bg-accent-soft text-accent-strong")}
              >
                #{hashtag}
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <OfferedHashtags
        id="seen-hashtags"
        label="Seen in the photo"
        hashtags={seen.map((hashtag) => `#${hashtag}`)}
        {...{ description, onChange }}
      />
      <OfferedHashtags
        id="recent-hashtags"
        label="Recently used"
        hashtags={recent.filter((hashtag) => !seen.includes(hashtag.slice(1)))}
        {...{ description, onChange }}
      />
    </div>
  );
}

interface OfferedHashtagsProps extends Pick<DescriptionEditorProps, "description" | "onChange"> {
  id: string;
  label: string;
  /** Each with its #. */
  hashtags: readonly string[];
}

/** Hashtags that can each be added to a text with one press. */
export function OfferedHashtags({ id, label, hashtags, description, onChange }: OfferedHashtagsProps) {
  if (hashtags.length === 0) return null;
  return (
    <div>
      <p id={id} className="mb-2 text-step--1 text-ink-soft">
        {label}
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-2">
        {hashtags.map((hashtag) => {
          const isThere = hasHashtag(description, hashtag);
          return (
            <li key={hashtag}>
              <button
                type="button"
                aria-label={`Add ${hashtag}`}
                aria-disabled={isThere}
                onClick={() => onChange(addHashtag(description, hashtag))}
                className={cn(chip, "bg-sunk text-ink", isThere && "opacity-55")}
              >
                <Plus aria-hidden="true" />
                {hashtag}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
