"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useId } from "react";
import { FormField } from "@/components/ui/form-field";
import { Textarea } from "@/components/ui/textarea";
import { recentHashtagsOptions } from "@/lib/features/hashtags/queries";
import { addHashtag, removeHashtag } from "@/lib/shared/hashtag-edits";
import { hashtagsIn } from "@/lib/shared/hashtags";

export interface DescriptionEditorProps {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

const recentHashtagsShown = 8;

/** The description with its hashtags as chips, and the last used ones to add (specification 2.9). */
export function DescriptionEditor({ value, onChange, error }: DescriptionEditorProps) {
  const labelId = useId();
  const recent = useQuery(recentHashtagsOptions());
  const found = hashtagsIn(value);
  const offered = (recent.data?.hashtags ?? [])
    .map((hashtag) => hashtag.replace(/^#/, ""))
    .filter((hashtag) => !found.includes(hashtag.toLowerCase()))
    .slice(0, recentHashtagsShown);
  return (
    <div>
      <FormField
        label="Description"
        error={error}
        hint="Use hashtags such as #family, #vacation or #birthday to find it again."
      >
        {(control) => (
          <Textarea {...control} rows={4} value={value} onChange={(event) => onChange(event.target.value)} />
        )}
      </FormField>
      {found.length > 0 && (
        <ul aria-label="Hashtags in the description" className="mt-3 flex flex-wrap gap-2">
          {found.map((hashtag) => (
            <li key={hashtag} className="badge badge-accent pr-0">
              #{hashtag}
              <button
                type="button"
                aria-label={`Remove #${hashtag}`}
                onClick={() => onChange(removeHashtag(value, hashtag))}
                className="-my-2 grid size-9 place-items-center rounded-full"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <div className="mt-3">
          <p id={labelId} className="text-step--1 text-ink-soft">
            Recently used
          </p>
          <ul aria-labelledby={labelId} className="mt-1.5 flex flex-wrap gap-2">
            {offered.map((hashtag) => (
              <li key={hashtag}>
                <button
                  type="button"
                  aria-label={`Add #${hashtag}`}
                  onClick={() => onChange(addHashtag(value, hashtag))}
                  className="badge min-h-9 hover:bg-accent-soft"
                >
                  <Plus aria-hidden="true" className="size-4" />#{hashtag}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
