"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { featureHashtag, unfeatureHashtag } from "@/lib/album/hashtags/client/featured-calls";
import {
  existingHashtagsOptions,
  featuredHashtagsKey,
  featuredHashtagsOptions,
} from "@/lib/album/hashtags/client/queries";
import { suggestedHashtags } from "@/lib/album/hashtags/client/suggested-hashtags";
import type { FeaturedHashtagDto } from "@/lib/album/hashtags/schema";
import { ApiError } from "@/lib/http/api-error";

const tryAgain = "Please check your connection and try again.";

/** The dialog in which admins feature hashtags: typed, or picked from those in use (specification 5). */
export function FeaturedHashtagsDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data: featured } = useQuery(featuredHashtagsOptions());
  const { data: existing } = useQuery(existingHashtagsOptions());
  const [typed, setTyped] = useState("");
  const suggestions = suggestedHashtags(existing ?? [], featured ?? [], typed);

  function replace(change: (featured: FeaturedHashtagDto[]) => FeaturedHashtagDto[]) {
    queryClient.setQueryData<FeaturedHashtagDto[] | null>(featuredHashtagsKey, (now) => change(now ?? []));
  }

  const adding = useAction(
    async (hashtag: string) => {
      removing.setError(null);
      const added = await featureHashtag(hashtag.trim());
      replace((now) => [...now, added]);
      setTyped("");
    },
    {
      fallback: tryAgain,
      onFailure: (error) => {
        // Another admin may have featured it just now.
        if (error instanceof ApiError && error.status === 409)
          void queryClient.invalidateQueries({ queryKey: featuredHashtagsKey });
      },
    },
  );

  const removing = useAction(
    async ({ id }: FeaturedHashtagDto) => {
      adding.setError(null);
      await unfeatureHashtag(id).catch((error: unknown) => {
        // Already removed is just as good.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      });
      replace((now) => now.filter((other) => other.id !== id));
    },
    { fallback: tryAgain },
  );

  function add(hashtag: string) {
    if (hashtag.trim()) void adding.run(hashtag);
    else adding.setError("Please enter a hashtag.");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    add(typed);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Featured hashtags"
        description="They appear on everyone's home page and link to their photos."
        footer={<DialogClose className={buttonClasses({})}>Done</DialogClose>}
      >
        <form onSubmit={submit} noValidate className="flex items-start gap-3">
          <FormField label="Hashtag" error={adding.error} className="min-w-0 flex-1">
            {(control) => (
              <Input
                {...control}
                value={typed}
                maxLength={60}
                placeholder="#summer"
                autoComplete="off"
                autoCapitalize="none"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </FormField>
          <Button
            type="submit"
            variant="secondary"
            isBusy={adding.busyWith === typed}
            className="mt-7.5 h-12"
          >
            Add
          </Button>
        </form>
        {suggestions.length > 0 && <Suggestions hashtags={suggestions} onAdd={add} />}
        <FeaturedNow
          featured={featured}
          error={removing.error}
          busyWith={removing.busyWith}
          onRemove={(one) => void removing.run(one)}
        />
      </DialogContent>
    </Dialog>
  );
}

function Suggestions({ hashtags, onAdd }: { hashtags: readonly string[]; onAdd: (hashtag: string) => void }) {
  return (
    <section aria-labelledby="hashtag-suggestions" className="mt-4">
      <h3 id="hashtag-suggestions" className="mb-2 font-text text-step--1 font-semibold text-ink-soft">
        In use in your album
      </h3>
      <ul className="flex flex-wrap gap-2">
        {hashtags.map((hashtag) => (
          <li key={hashtag}>
            <button
              type="button"
              aria-label={`Feature ${hashtag}`}
              onClick={() => onAdd(hashtag)}
              className="flex min-h-11 items-center gap-1.5 rounded-full bg-sunk px-3.5 text-[0.92rem] font-semibold wrap-anywhere hover:bg-line"
            >
              <Plus aria-hidden="true" className="size-4 flex-none" />
              {hashtag}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FeaturedNowProps {
  featured: readonly FeaturedHashtagDto[] | null | undefined;
  error: string | null;
  busyWith: FeaturedHashtagDto | undefined;
  onRemove: (hashtag: FeaturedHashtagDto) => void;
}

function FeaturedNow({ featured, error, busyWith, onRemove }: FeaturedNowProps) {
  return (
    <section aria-labelledby="hashtags-featured-now" className="mt-5 border-t border-line pt-4">
      <h3 id="hashtags-featured-now" className="mb-2 font-text text-step--1 font-semibold text-ink-soft">
        Featured now
      </h3>
      <FormAlert message={error} />
      {featured?.length === 0 && <p className="text-ink-soft">None yet.</p>}
      <ul className="mt-2 flex flex-wrap gap-2">
        {featured?.map((one) => (
          <li
            key={one.id}
            className="flex items-center rounded-full bg-accent-soft pl-3.5 text-[0.92rem] font-semibold text-accent-strong wrap-anywhere"
          >
            {one.hashtag}
            <button
              type="button"
              aria-label={`Remove ${one.hashtag}`}
              aria-busy={busyWith?.id === one.id || undefined}
              onClick={() => onRemove(one)}
              className="grid size-11 flex-none place-items-center rounded-full hover:bg-card"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
