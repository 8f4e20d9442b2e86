"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ImageIcon, Star } from "lucide-react";
import { toastFailure } from "@/components/forms/toast-failure";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { patchMedia, refreshMedia } from "@/lib/album/media/client/media-cache";
import { setMonthCover, setWelcomeImage } from "@/lib/album/media/client/mutations";
import { welcomeImageKey, welcomeImageOptions } from "@/lib/album/media/client/queries";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { formatMonth } from "@/lib/shared/months";

/** Lets admins use a picture as a cover or the welcome photo. */
export function CoverActions({ item }: { item: MediaItemDto }) {
  const queryClient = useQueryClient();
  const month = formatMonth(item);
  const onError = (error: unknown) => toastFailure("That could not be changed", error);
  const cover = useMutation({
    mutationFn: (featured: boolean) => setMonthCover(item.id, featured),
    onSuccess: ({ featured }) => {
      patchMedia(queryClient, item.id, () => ({ featured }));
      toast({ title: featured ? `Now the cover of ${month}` : `No longer the cover of ${month}` });
      void refreshMedia(queryClient);
    },
    onError,
  });
  const { data: chosen } = useQuery(welcomeImageOptions());
  const isWelcome = chosen?.mediaId === item.id;
  const welcome = useMutation({
    mutationFn: () => setWelcomeImage(isWelcome ? null : item.id),
    onSuccess: (now) => {
      queryClient.setQueryData(welcomeImageKey, now);
      toast({ title: now.mediaId ? "Now the family's welcome image" : "No longer the welcome image" });
    },
    onError,
  });
  return (
    <div className="mt-6 grid gap-2.5 border-t border-line pt-5">
      <h3>For the family</h3>
      <Button
        variant="secondary"
        isBusy={cover.isPending}
        aria-pressed={item.featured}
        onClick={() => cover.mutate(!item.featured)}
      >
        <Star aria-hidden="true" className={item.featured ? "fill-current" : undefined} />
        {item.featured ? "Month cover" : "Set as month cover"}
      </Button>
      <Button
        variant="secondary"
        isBusy={welcome.isPending}
        aria-pressed={isWelcome}
        onClick={() => welcome.mutate()}
      >
        {isWelcome ? <Check aria-hidden="true" /> : <ImageIcon aria-hidden="true" />}
        {isWelcome ? "Welcome image" : "Use as welcome image"}
      </Button>
      <p className="text-step--1 text-ink-soft">
        {isWelcome
          ? "Your family sees it on the home page once a day. People you invite see it before they join."
          : "The welcome image is also shown to people you invite, before they join."}
      </p>
    </div>
  );
}
