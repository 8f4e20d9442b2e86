"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FormAlert } from "@/components/accounts/form-alert";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { requestFeature, requestUnfeature } from "@/lib/features/hashtags/featured-calls";
import {
  existingHashtagsOptions,
  featuredHashtagsKey,
  featuredHashtagsOptions,
} from "@/lib/features/hashtags/queries";
import type { FeaturedHashtagDto } from "@/lib/features/hashtags/schema";
import { suggestedHashtags } from "@/lib/features/hashtags/suggested-hashtags";
import { ApiError, errorMessage } from "@/lib/http/api-error";

const tryAgain = "Please check your connection and try again.";

/** Where an admin features hashtags: typed, or picked among those in use (specification 5). */
export function FeaturedHashtagsDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data: featured } = useQuery(featuredHashtagsOptions());
  const { data: existing } = useQuery(existingHashtagsOptions());
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<{ place: "field" | "list"; message: string } | null>(null);
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const suggestions = suggestedHashtags(existing ?? [], featured ?? [], typed);

  function replace(change: (featured: FeaturedHashtagDto[]) => FeaturedHashtagDto[]) {
    queryClient.setQueryData<FeaturedHashtagDto[] | null>(featuredHashtagsKey, (now) => change(now ?? []));
  }

  async function add(hashtag: string) {
    if (busyWith) return;
    if (!hashtag.trim()) return setFault({ place: "field", message: "Please enter a hashtag." });
    setBusyWith(hashtag);
    setFault(null);
    try {
      const added = await requestFeature(hashtag.trim());
      replace((now) => [...now, added]);
      setTyped("");
    } catch (error) {
      setFault({ place: "field", message: errorMessage(error, tryAgain) });
      // Another admin may have featured it just now.
      if (error instanceof ApiError && error.status === 409)
        void queryClient.invalidateQueries({ queryKey: featuredHashtagsKey });
    }
    setBusyWith(null);
  }

  async function remove({ id }: FeaturedHashtagDto) {
    if (busyWith) return;
    setBusyWith(id);
    setFault(null);
    try {
      await requestUnfeature(id);
      replace((now) => now.filter((other) => other.id !== id));
    } catch (error) {
      // Gone already is as good.
      if (error instanceof ApiError && error.status === 404)
        replace((now) => now.filter((other) => other.id !== id));
      else setFault({ place: "list", message: errorMessage(error, tryAgain) });
    }
    setBusyWith(null);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void add(typed);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Featured hashtags"
        description="They appear on everyone's home and lead to their photos."
        footer={<DialogClose className={buttonClasses({})}>Done</DialogClose>}
      >
        <form onSubmit={submit} noValidate className="flex items-start gap-3">
          <FormField
            label="Hashtag"
            error={fault?.place === "field" ? fault.message : undefined}
            className="min-w-0 flex-1"
          >
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
            isBusy={busyWith === typed && typed !== ""}
            className="mt-7.5 h-12"
          >
            Add
          </Button>
        </form>
        {suggestions.length > 0 && (
          <section aria-labelledby="hashtag-suggestions" className="mt-4">
            <h3 id="hashtag-suggestions" className="mb-2 font-text text-step--1 font-semibold text-ink-soft">
              In use in your album
            </h3>
            <ul className="flex flex-wrap gap-2">
              {suggestions.map((hashtag) => (
                <li key={hashtag}>
                  <button
                    type="button"
                    aria-label={`Feature ${hashtag}`}
                    onClick={() => void add(hashtag)}
                    className="flex min-h-11 items-center gap-1.5 rounded-full bg-sunk px-3.5 text-[0.92rem] font-semibold wrap-anywhere hover:bg-line"
                  >
                    <Plus aria-hidden="true" className="size-4 flex-none" />
                    {hashtag}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="hashtags-featured-now" className="mt-5 border-t border-line pt-4">
          <h3 id="hashtags-featured-now" className="mb-2 font-text text-step--1 font-semibold text-ink-soft">
            Featured now
          </h3>
          <FormAlert message={fault?.place === "list" ? fault.message : null} />
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
                  aria-busy={busyWith === one.id || undefined}
                  onClick={() => void remove(one)}
                  className="grid size-11 flex-none place-items-center rounded-full hover:bg-card"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      </DialogContent>
    </Dialog>
  );
}
